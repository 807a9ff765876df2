"""Bots: what they can avoid, what they remember, and the heuristic."""
