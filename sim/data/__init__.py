"""From data files to checked models: how every game of cards, decks and scenarios reads its data."""
