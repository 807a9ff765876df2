"""Plays the games: rules, bots, runner and command line."""
