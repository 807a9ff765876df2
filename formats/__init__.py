"""Forms of what runs keep on disk, for both halves: the one that writes runs and the one that reads them."""
