"""Positions, moves, stories and reasons: the game as text that people read and write."""
