"""Positions of games between bots with how these games ended, for learning what positions are worth."""

from __future__ import annotations

from collections.abc import Callable

from mazarbul.sim.bots.search import Rules
from mazarbul.sim.engine.faults import Fault
from mazarbul.sim.engine.jit import at_home, kernel


def sampling(rules: Rules, home: str) -> Callable:
    """Return the kernel sample(s, t, m, seed, first, seat, looks, seen, ends) of a game.

    home: its module that asks for it.

    It plays games `first`, `first + 1`, ... of a run, one for each element of `ends`. looks: float64
    (n, rounds, features), filled with the features of the positions at the beginning of rounds. seen: bool
    (n, rounds), filled with which there were. ends: float64 (n,), filled with the value of the end to a seat,
    0 to 1. The state `s` is workspace; a fault that stops a game stays in it, and no more games are played.
    """
    new_game, is_over, decide, advance, *_ = rules.playing
    choose, cap, round_of, look, value = rules.choose, rules.cap, rules.round_of, rules.look, rules.value

    @kernel
    def sample(s, t, m, seed, first, seat, looks, seen, ends):
        """Play games and note their positions and ends."""
        for i in range(ends.size):
            new_game(s, t, seed, first + i)
            number = 0
            while not is_over(s) and s.decisions < cap:
                if round_of(s) > number:
                    number = round_of(s)
                    if number < seen.shape[1]:
                        look(s, t, looks[i, number])
                        seen[i, number] = True
                decide(s, t, choose(s, t, m))
                advance(s, t)
                if s.fault != Fault.NONE:
                    return
            ends[i] = value(s, t, seat)

    return at_home(sample, home)
