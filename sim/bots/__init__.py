"""What the bots of all games share: the text form of a bot, the files of bots, and the random bot."""
