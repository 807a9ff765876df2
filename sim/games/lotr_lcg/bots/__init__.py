"""Bots: what they can avoid, their memory, and the heuristic."""
