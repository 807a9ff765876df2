"""Games as text: moves, positions and scripts that are read and replayed, and games that are told."""
