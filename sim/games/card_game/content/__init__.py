"""Turns data and overlays into checked models, and models into one frozen record of arrays, the tables."""
