"""Positions, moves, stories and reasons: the game in words that people read and write."""
