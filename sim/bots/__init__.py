"""What the bots of all games share: how a bot is written, the files of bots, and the random bot."""
