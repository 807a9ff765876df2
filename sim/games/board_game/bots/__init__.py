"""Bots: what they can avoid, what they remember, how they choose, and what they may know."""
