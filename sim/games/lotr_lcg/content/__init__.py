"""Turns data and overlays into checked models, and these into one frozen record of arrays, the tables."""
