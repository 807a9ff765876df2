"""From data files to checked models: what every game that is made of cards, decks and scenarios reads by."""
