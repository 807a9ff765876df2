"""Bots: what they can avoid, what they keep in mind, and the heuristic."""
