"""Games as text: moves, positions and scripts to read and replay, and the stories of games."""
