"""This game's moves, positions and scripts as text, and the words of its stories."""
