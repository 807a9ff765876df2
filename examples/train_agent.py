"""Trains an agent for one seat against bots, with numpy alone, and measures it before and after.

    python examples/train_agent.py --seat witch_king --seed 1 --out agent.npz

The policy scores each option of a decision: vectors learnt for its parts, times a hidden layer of what
the seat observes. A second head of that layer estimates the result. Both learn by advantage actor-critic
(Mnih and others, "Asynchronous methods for deep reinforcement learning", ICML 2016) with generalised
advantages (Schulman and others, "High-dimensional continuous control using generalized advantage estimation",
ICLR 2016).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import mazarbul
from mazarbul.analysis.estimates import wilson

GAMES, STEPS = 256, 32  # played at once; decisions of each between two updates
HIDDEN = 32
PAIRS = 1 << 13  # vectors that pairs of a kind and a token share, found by a hash
DECAY = 0.95  # lambda of the advantages; rewards come at the end and are not discounted
RATE, ENTROPY, VALUE = 2e-3, 0.01, 0.5  # step size; weights of the entropy and of the value's error

#: int16, read as uint16 -> what the network gets: numbers are squeezed, -1, 0 and 1 stay as they are.
_EVERY = np.arange(1 << 16, dtype=np.uint16).view(np.int16).astype(np.float32)
SQUEEZED = np.sign(_EVERY) * np.log2(1 + np.abs(_EVERY))

Batch = dict[str, np.ndarray]


class Agent:
    """A policy and its estimate of the result. columns: of observations, those that it reads."""

    def __init__(self, columns: np.ndarray, kinds: int, luck: np.random.Generator) -> None:
        self.columns = columns
        scale = 1 / np.sqrt(len(columns))
        self.weights: Batch = {
            "layer": luck.normal(0, scale, (len(columns), HIDDEN)).astype(np.float32),
            "kinds": np.zeros((kinds, HIDDEN + 1), np.float32),
            "pairs": np.zeros((PAIRS, HIDDEN + 1), np.float32),
            "value": np.zeros(HIDDEN + 1, np.float32),
        }
        self._means = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self._squares = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self._updates = 0

    def reads(self, seen: Batch) -> Batch:
        """Return what the agent reads of observations: its columns, and the list of all options.

        at, column: decision and number of each option. parts: its kind and its two pairs, (options, 3).
        """
        at, column = np.nonzero(seen["action_mask"])
        kind, a, b = seen["options"][at, column].astype(np.int64).T
        pairs = [(kind * 8_191 + token * 131 + place * 65_537) % PAIRS for place, token in enumerate((a, b))]
        inputs = seen["observation"][:, self.columns]
        return {"inputs": inputs, "at": at, "column": column, "parts": np.stack([kind, *pairs], axis=1)}

    def judge(self, read: Batch) -> tuple[Batch, np.ndarray]:
        """Return the layers of the network, and the probability of each option."""
        weights, at, (kind, a, b) = self.weights, read["at"], read["parts"].T
        inputs = SQUEEZED[read["inputs"].view(np.uint16)]
        layer = np.ones((len(inputs), HIDDEN + 1), np.float32)
        layer[:, :HIDDEN] = np.tanh(inputs @ weights["layer"])
        vectors = weights["kinds"][kind] + weights["pairs"][a] + weights["pairs"][b]
        scores = np.einsum("oh,oh->o", vectors, layer[at]).astype(np.float64)
        most = np.full(len(inputs), -np.inf)
        np.maximum.at(most, at, scores)
        shares = np.exp(scores - most[at])
        shares /= np.bincount(at, shares, len(inputs))[at]
        return {
            "inputs": inputs,
            "layer": layer,
            "vectors": vectors,
            "value": layer @ weights["value"],
        }, shares

    def choose(self, read: Batch, shares: np.ndarray, luck: np.random.Generator) -> np.ndarray:
        """Return which of the listed options each decision takes, drawn by their probabilities."""
        chances = np.log(shares + 1e-30) + luck.gumbel(size=len(shares))
        order = np.lexsort((-chances, read["at"]))
        return order[np.searchsorted(read["at"], np.arange(len(read["inputs"])))]

    def learn(self, read: Batch, taken: np.ndarray, gains: np.ndarray, results: np.ndarray) -> None:
        """Make what was better than expected more likely. taken: listed options; gains: how much better.

        results: what the value should have been. Arrays of (decisions,).
        """
        made, shares = self.judge(read)
        at, n, layer = read["at"], len(taken), made["layer"]
        surprise = -np.log(shares + 1e-30)
        entropy = np.bincount(at, shares * surprise, n)
        by_score = shares * gains[at] - ENTROPY * shares * (surprise - entropy[at])
        by_score[taken] -= gains
        by_score, by_value = (by_score / n).astype(np.float32), VALUE * (made["value"] - results) / n
        by_layer = by_value[:, None] * self.weights["value"]
        np.add.at(by_layer, at, by_score[:, None] * made["vectors"])
        by_vector, slopes = by_score[:, None] * layer[at], {}
        for name, parts in (("kinds", read["parts"][:, :1]), ("pairs", read["parts"][:, 1:])):
            slopes[name] = np.zeros_like(self.weights[name])
            for part in parts.T:
                np.add.at(slopes[name], part, by_vector)
        inner = by_layer[:, :HIDDEN] * (1 - layer[:, :HIDDEN] ** 2)
        slopes |= {"layer": made["inputs"].T @ inner, "value": layer.T @ by_value}
        self._descend(slopes)

    def _descend(self, slopes: Batch) -> None:
        """Take a step of Adam (Kingma and Ba, ICLR 2015)."""
        self._updates += 1
        rate = RATE * np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, slope in slopes.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            self.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def rates(agent: Agent | None, given: dict, seed: int, n: int) -> tuple[int, int]:
    """Return games won and played by an agent, or by chance: the first ones of n runs from a seed on."""
    env, luck = mazarbul.vector_env(**given, n=n, copy=False), np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    result = np.full(n, np.nan)
    while np.isnan(result).any():
        actions = np.zeros(n, int)
        if agent is None:
            actions = (luck.random(n) * seen["action_mask"].sum(axis=1)).astype(int)
        else:
            rows = np.flatnonzero(seen["action_mask"].any(axis=1) & np.isnan(result))
            read = agent.reads({name: array[rows] for name, array in seen.items()})
            actions[rows] = read["column"][agent.choose(read, agent.judge(read)[1], luck)]
        seen, rewards, is_over, is_capped, _ = env.step(actions)
        ends = (is_over | is_capped) & np.isnan(result)
        result[ends] = rewards[ends]
    return int((result > 0).sum()), n


def advantages(values: np.ndarray, rewards: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return how much better each decision was than expected, (steps, games). values: (steps + 1, games)."""
    gains, later = np.zeros_like(rewards), np.zeros(rewards.shape[1])
    for i in reversed(range(len(rewards))):
        goes_on = ~ends[i]
        later = rewards[i] + values[i + 1] * goes_on - values[i] + DECAY * later * goes_on
        gains[i] = later
    return gains


def train(given: dict, seed: int, updates: int) -> Agent:
    """Return an agent that has learnt so many times from what it did, and show how it gets on."""
    env, luck = mazarbul.vector_env(**given, n=GAMES), np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    columns, kinds = np.flatnonzero(used_columns(env, luck)), len(env.arena.sight.kinds) + 1
    agent, begun, wins = Agent(columns, kinds, luck), time.perf_counter(), []
    seen, _ = env.reset(seed=seed)
    was_over = np.zeros(GAMES, bool)
    for number in range(1, updates + 1):
        kept, rewards, ends, values = [], np.zeros((STEPS, GAMES)), np.zeros((STEPS, GAMES), bool), []
        for i in range(STEPS):
            rows = np.flatnonzero(~was_over)  # elsewhere the step deals a new game
            read = agent.reads({name: array[rows] for name, array in seen.items()})
            made, shares = agent.judge(read)
            taken, actions, value = agent.choose(read, shares, luck), np.zeros(GAMES, int), np.zeros(GAMES)
            actions[rows], value[rows] = read["column"][taken], made["value"]
            seen, rewards[i], is_over, is_capped, _ = env.step(actions)
            ends[i] = was_over = is_over | is_capped
            kept.append((rows, read, taken))
            values.append(value)
            wins += (rewards[i][was_over] > 0).tolist()
        last = agent.judge(agent.reads(seen))[0]["value"]
        gains = advantages(np.array([*values, np.where(was_over, 0, last)]), rewards, ends)
        update(agent, kept, gains, np.array(values))
        passed, share = time.perf_counter() - begun, np.mean(wins[-2000:] or [0])
        tell(
            f"update {number} of {updates}, {passed:.0f} s, {len(wins):,} games, {share:.1%} of the last won"
        )
    sys.stderr.write("\n")
    return agent


def used_columns(env: object, luck: np.random.Generator) -> np.ndarray:
    """Return which columns of observations are not always 0, in games of random choices."""
    seen, _ = env.reset(seed=0)
    found = np.zeros(seen["observation"].shape[1], bool)
    for _ in range(200):
        found |= seen["observation"].any(axis=0)
        options = seen["action_mask"].sum(axis=1)
        seen = env.step((luck.random(GAMES) * np.maximum(options, 1)).astype(int))[0]
    return found


def update(agent: Agent, kept: list, gains: np.ndarray, values: np.ndarray) -> None:
    """Let an agent learn from the decisions that it has made, all of them at once."""
    reads, begins, lists = [read for _, read, _ in kept], [0], [0]
    for read in reads:
        begins.append(begins[-1] + len(read["inputs"]))
        lists.append(lists[-1] + len(read["at"]))
    joined = {name: np.concatenate([read[name] for read in reads]) for name in ("inputs", "parts", "column")}
    joined["at"] = np.concatenate([read["at"] + begin for read, begin in zip(reads, begins, strict=False)])
    taken = np.concatenate([own + first for (_, _, own), first in zip(kept, lists, strict=False)])
    gain = np.concatenate([gains[i, rows] for i, (rows, _, _) in enumerate(kept)])
    value = np.concatenate([values[i, rows] for i, (rows, _, _) in enumerate(kept)])
    agent.learn(joined, taken, (gain - gain.mean()) / (gain.std() + 1e-8), gain + value)


def tell(text: str) -> None:
    """Show how it gets on, in place of what was shown before."""
    sys.stderr.write(f"\r{text}")
    sys.stderr.flush()


def said(won: int, n: int) -> str:
    """Return a share of games won with its 95 % interval."""
    rate, low, high = wilson(won, n)
    return f"{rate:.1%} ({low:.1%} to {high:.1%}) of {n:,} games"


def main() -> None:
    """Train, measure and save an agent."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default="card_game/duel", help="GAME/SCENARIO")
    parser.add_argument("--seat", help="the agent's; by default the first one")
    parser.add_argument("--bots", default="random", help="on the other seats")
    parser.add_argument("--updates", type=int, default=120, help="how often it learns")
    parser.add_argument("--games", type=int, default=2000, help="games of a measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agent.npz"), help="file for the weights")
    chosen = parser.parse_args()
    given = {"target": chosen.target, "seat": chosen.seat, "bots": chosen.bots}
    test = chosen.seed + 10**6  # runs that no training plays
    sys.stdout.write(
        f"random choices against {chosen.bots} win {said(*rates(None, given, test, chosen.games))}\n"
    )
    agent = train(given, chosen.seed, chosen.updates)
    sys.stdout.write(f"the trained agent wins {said(*rates(agent, given, test, chosen.games))}\n")
    np.savez(chosen.out, columns=agent.columns, **agent.weights)


if __name__ == "__main__":
    main()
