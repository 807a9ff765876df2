"""What the game is made of: data to checked models to tables of arrays."""
