"""The game as text: moves, positions, scripts and the words of stories."""
