"""Plays the games: rules, bots, runner and command line."""

if __name__ == "sim":  # found by its folder, in a checkout: the right module takes its place
    __import__("mazarbul")
