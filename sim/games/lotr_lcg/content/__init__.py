"""From data and overlays to checked models, and from these to one frozen record of arrays, the tables."""
