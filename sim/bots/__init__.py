"""What the bots of all games share: the random bot, weights files and the registry."""
