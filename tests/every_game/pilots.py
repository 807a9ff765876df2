"""Bots in Python for tests, found by their path."""

from mazarbul.sim.bots.python import register_bot


@register_bot("same_as_random")
def same_as_random(turn):
    return turn.choose("random")


@register_bot("counting")
class Counting:
    """Takes the first legal action, then the last one, in turn."""

    def __init__(self):
        self.taken = 0

    def choose(self, turn):
        self.taken += 1
        return turn.codes[0 if self.taken % 2 else -1]


@register_bot("born")
class Born:
    """Takes the first legal action. born: how many there have been."""

    born = 0

    def __init__(self):
        type(self).born += 1

    def choose(self, turn):
        return turn.codes[0]


@register_bot("cheating")
def cheating(turn):
    return 0
