"""What networks learn from noted decisions: proximal policy optimization, by kernels of our own.

Chances of moves that turned out better than their positions promised go up, the others' down, but no further
than a little beyond the chance that they had in play (Schulman, Wolski, Dhariwal, Radford and Klimov,
"Proximal policy optimization algorithms", 2017). Steps are those of Adam (Kingma and Ba, ICLR 2015). Sums are
in a fixed order: the same notes give the same network on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mazarbul.sim.bots.inputs import HIDDEN, LANES, MIDDLE, Inputs
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.exponential import exponential, logarithm

CLIP = 0.2  # most change of a chance in a generation, as a share
ENTROPY = 0.003  # what it is worth to keep moves open
VALUE = 1.0  # what errors of the value count
FIRST, SECOND = 0.9, 0.99  # how long Adam's averages last
TINY = np.float32(1e-8)
FARTHEST = np.float32(3.0)  # most logarithm of a change of chance
SETTLING = 0.05  # least share of the newest weights in their average over generations

#: The parts of a network in the order in which kernels take them.
NAMES = ("state", "state_bias", "middle", "middle_bias", "option", "direct", "out", "value", "value_bias")
#: Spread of the first weights; those that are left out begin at 0, so that the network changes nothing.
SPREAD = {"state": 0.1, "middle": 0.12, "option": 0.2}
BIAS = 0.05  # the first biases of layers


@dataclass(frozen=True)
class Notes:
    """Noted decisions; arrays as in `mazarbul.sim.bots.practice.practice_fields`, without spare room."""

    side: np.ndarray
    chosen: np.ndarray
    likely: np.ndarray
    advantage: np.ndarray
    target: np.ndarray
    state_from: np.ndarray
    option_from: np.ndarray
    state: np.ndarray
    option: np.ndarray
    plain: np.ndarray

    @property
    def size(self) -> int:
        """Return the number of decisions."""
        return self.side.size

    @classmethod
    def of(cls, w: np.record) -> Notes:
        """Return a copy of what is noted in a record of practice."""
        n = int(w.note_n)
        ends = {"state": int(w.state_from[n]), "option": int(w.option_from[n])}
        sizes = {"state_from": n + 1, "option_from": n + 1, **ends, "plain": ends["option"]}
        return cls(**{name: w[name][: sizes.get(name, n)].copy() for name in cls.__annotations__})

    @classmethod
    def joined(cls, parts: list[Notes]) -> Notes:
        """Return the decisions of several notes, one after the other."""
        found = {}
        for name in cls.__annotations__:
            arrays = [getattr(part, name) for part in parts]
            if name.endswith("_from"):
                shifts = np.cumsum([0, *(int(each[-1]) for each in arrays)])
                moved = [each[:-1].astype(np.int64) + by for each, by in zip(arrays, shifts, strict=False)]
                found[name] = np.concatenate([*moved, shifts[-1:]])
            else:
                found[name] = np.concatenate(arrays)
        return cls(**found)


def fresh(inputs: Inputs, random: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the weights of a network that has learnt nothing and changes nothing."""
    found = {}
    for name, shape in inputs.shapes.items():
        found[name] = np.zeros(shape, np.float32)
        if name in SPREAD:
            found[name][:] = random.normal(size=shape) * SPREAD[name]
        elif name in ("state_bias", "middle_bias"):
            found[name][:] = BIAS
    return found


@kernel
def sum_state(rows, first, end, weights, bias, out):
    """Sum up the inputs of a state."""
    for j in range(HIDDEN):
        out[j] = bias[j]
    k = np.int64(first)
    while k + 4 <= end:  # as in play
        a, b = np.int64(rows[k]), np.int64(rows[k + 1])
        c, d = np.int64(rows[k + 2]), np.int64(rows[k + 3])
        for j in range(HIDDEN):
            out[j] += (weights[a, j] + weights[b, j]) + (weights[c, j] + weights[d, j])
        k += 4
    while k < end:
        row = np.int64(rows[k])
        for j in range(HIDDEN):
            out[j] += weights[row, j]
        k += 1


@kernel
def sum_middle(hidden, middle, bias, out):
    """Fill what the sums of options begin with."""
    for j in range(MIDDLE):
        out[j] = bias[j]
    for j in range(HIDDEN):
        x = hidden[j]
        if x > np.float32(0.0):
            for k in range(MIDDLE):
                out[k] += x * middle[j, k]


@kernel
def sum_option(rows, mid, weights, direct, out, lane, pre):
    """Return what the network adds to an option. pre: its sums, kept for the way back."""
    total = np.float32(0.0)
    for j in range(MIDDLE):
        pre[j] = mid[j]
    for k in range(rows.size):
        row = np.int64(rows[k])
        if row >= 0:
            total += direct[row]
            for j in range(MIDDLE):
                pre[j] += weights[row, j]
    for j in range(MIDDLE):
        lane[j] = (max(pre[j], np.float32(0.0)) - max(mid[j], np.float32(0.0))) * out[j]
    a, b, c, d = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for j in range(0, MIDDLE, LANES):
        a += lane[j]
        b += lane[j + 1]
        c += lane[j + 2]
        d += lane[j + 3]
    return total + ((a + b) + (c + d))


@kernel
def chances(logits, n, out):
    """Fill the chances of n options, and `logits` with their logarithms; return their entropy."""
    most = logits[0]
    for i in range(1, n):
        most = max(most, logits[i])
    total = np.float32(0.0)
    for i in range(n):
        out[i] = np.float32(exponential(np.float64(logits[i] - most)))
        total += out[i]
    whole = most + np.float32(logarithm(np.float64(total)))
    entropy = np.float32(0.0)
    for i in range(n):
        out[i] /= total
        logits[i] -= whole
        entropy -= out[i] * logits[i]
    return entropy


@kernel
def pull(change, advantage, said):
    """Return how strongly a decision pulls at the chance of its move; nothing beyond the clip.

    change: of the logarithm of that chance since the game. said: see `slope`.
    """
    ratio = np.float32(exponential(np.float64(min(change, FARTHEST))))
    said[0] -= change
    if (advantage > 0.0 and ratio < 1.0 + CLIP) or (advantage < 0.0 and ratio > 1.0 - CLIP):
        said[4] -= advantage * ratio
        return advantage * ratio
    said[1] += 1.0
    said[4] -= advantage * (np.float32(1.0 + CLIP) if advantage > 0.0 else np.float32(1.0 - CLIP))
    return np.float32(0.0)


@kernel
def slope(
    picked, is_shown, heat, entropy_worth, chosen, likely, advantage, target, state_from, option_from, state,
    option, plain, w_state, w_state_bias, w_middle, w_middle_bias, w_option, w_direct, w_out, w_value,
    w_value_bias, g_state, g_state_bias, g_middle, g_middle_bias, g_option, g_direct, g_out, g_value,
    g_value_bias, hidden, mid, lane, pre, logit, chance, back_hidden, back_mid, back_pre, said,
):  # fmt: skip
    """Add the slopes of what is to be minimized to `g_*`, for the decisions `picked`.

    is_shown: 1 if the moves are a teacher's: the chance of each is to be high (cross-entropy). heat:
    temperature of the chances. said: float64 (5,), to which it adds the change of chances
    (Kullback-Leibler), clipped decisions, entropy, squared errors of the value, and the loss. The rest is
    workspace.
    """
    share = np.float32(1.0 / picked.size)
    for p in range(picked.size):
        n = picked[p]
        first, o = np.int64(state_from[n]), np.int64(option_from[n])
        count = np.int64(option_from[n + 1]) - o
        sum_state(state, first, np.int64(state_from[n + 1]), w_state, w_state_bias, hidden)
        sum_middle(hidden, w_middle, w_middle_bias, mid)
        value = w_value_bias[0]
        for j in range(HIDDEN):
            value += max(hidden[j], np.float32(0.0)) * w_value[j]
        for i in range(count):
            own = sum_option(option[o + i], mid, w_option, w_direct, w_out, lane, pre[i])
            logit[i] = (plain[o + i] + own) / heat
        entropy = chances(logit, count, chance)
        c = np.int64(chosen[n])
        strength = np.float32(1.0)
        if is_shown != 0:
            said[4] -= logit[c]
        else:
            strength = pull(logit[c] - np.float32(logarithm(np.float64(likely[n]))), advantage[n], said)
        said[2] += entropy
        said[4] -= entropy_worth * entropy
        guess = np.float32(1.0 / (1.0 + exponential(-np.float64(value))))
        error = guess - target[n]
        said[3] += error * error
        said[4] += VALUE * (logarithm(1.0 + exponential(np.float64(value))) - target[n] * value)
        for j in range(MIDDLE):
            back_mid[j] = np.float32(0.0)
        for i in range(count):
            g = -strength * ((np.float32(1.0) if i == c else np.float32(0.0)) - chance[i])
            g += entropy_worth * chance[i] * (logit[i] + entropy)
            g *= share / heat
            if abs(g) < 1e-9:
                continue
            for j in range(MIDDLE):
                on = np.float32(1.0) if pre[i, j] > np.float32(0.0) else np.float32(0.0)
                common = np.float32(1.0) if mid[j] > np.float32(0.0) else np.float32(0.0)
                g_out[j] += g * (on * pre[i, j] - common * mid[j])
                back_pre[j] = g * on * w_out[j]
                back_mid[j] += g * (on - common) * w_out[j]
            for k in range(option.shape[1]):
                row = np.int64(option[o + i, k])
                if row >= 0:
                    g_direct[row] += g
                    for j in range(MIDDLE):
                        g_option[row, j] += back_pre[j]
        back_value = np.float32(VALUE) * error * share
        g_value_bias[0] += back_value
        for k in range(MIDDLE):
            g_middle_bias[k] += back_mid[k]
        for j in range(HIDDEN):
            x = hidden[j]
            back_hidden[j] = np.float32(0.0)
            if x > np.float32(0.0):
                g_value[j] += back_value * x
                for k in range(MIDDLE):
                    lane[k] = back_mid[k] * w_middle[j, k]
                    g_middle[j, k] += x * back_mid[k]
                total = back_value * w_value[j]
                for k in range(MIDDLE):
                    total += lane[k]
                back_hidden[j] = total
            g_state_bias[j] += back_hidden[j]
        for k in range(first, np.int64(state_from[n + 1])):
            row = np.int64(state[k])
            for j in range(HIDDEN):
                g_state[row, j] += back_hidden[j]


@kernel
def step(weights, slopes, mean, square, rate, first, second):
    """Take a step of Adam on flat arrays and clear the slopes. first, second: corrections of the averages."""
    for i in range(weights.size):
        g = slopes[i]
        mean[i] = np.float32(FIRST) * mean[i] + np.float32(1.0 - FIRST) * g
        square[i] = np.float32(SECOND) * square[i] + np.float32(1.0 - SECOND) * g * g
        weights[i] -= rate * (mean[i] * first) / (np.float32(np.sqrt(square[i] * second)) + TINY)
        slopes[i] = np.float32(0.0)


class Learner:
    """A network that learns.

    weights: parameter -> float32. options: most of a decision. is_old: whether the weights were learnt
    before. steps: taken so far. settled: average of the weights after the last generations, in which the
    noise of single steps cancels out (Polyak and Juditsky, "Acceleration of stochastic approximation by
    averaging", 1992).
    """

    def __init__(self, weights: Mapping[str, np.ndarray], options: int, *, is_old: bool) -> None:
        self.weights = {name: np.ascontiguousarray(weights[name], np.float32) for name in NAMES}
        self.mean = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.square = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.settled = {name: each.copy() for name, each in self.weights.items()}
        self.steps = 0
        #: Rows of a network to go on from, which were learnt before.
        self._was = {name: self.weights[name].any(axis=1) & is_old for name in ("state", "option")}
        self._slopes = {name: np.zeros_like(each) for name, each in self.weights.items()}
        sizes = (HIDDEN, MIDDLE, MIDDLE, (options, MIDDLE), options, options, HIDDEN, MIDDLE, MIDDLE)
        self._work = [np.zeros(size, np.float32) for size in sizes]

    def settle(self, generation: int) -> None:
        """Let the average follow the weights after a generation, 1 ..; the first ones soon count little."""
        share = np.float32(max(SETTLING, 2.0 / (generation + 1)))
        for name, each in self.settled.items():
            each += share * (self.weights[name] - each)

    def learnt(self, weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return a copy of weights, 0 for inputs that never were 1: a random row would be noise."""
        found = {name: each.copy() for name, each in weights.items()}
        for name in ("state", "option"):
            never = ~self.square[name].any(axis=1)
            found[name][never & ~self._was[name]] = 0.0
        return found

    def slopes(
        self, notes: Notes, picked: np.ndarray, heat: float, *, is_shown: bool = False
    ) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """Add up the slopes of some decisions, int64 (n,); return them and what `slope` said."""
        said = np.zeros(5)
        noted = [getattr(notes, name) for name in Notes.__annotations__ if name != "side"]
        parts = [each[name] for each in (self.weights, self._slopes) for name in NAMES]
        slope(picked, int(is_shown), np.float32(heat), np.float32(ENTROPY), *noted, *parts, *self._work, said)
        return self._slopes, said

    def learn(
        self, notes: Notes, picked: np.ndarray, rate: float, heat: float, *, is_shown: bool = False
    ) -> np.ndarray:
        """Take a step by some decisions, int64 (n,); return what `slope` said, as means.

        is_shown: whether the moves are a teacher's, to be imitated.
        """
        slopes, said = self.slopes(notes, picked, heat, is_shown=is_shown)
        self.steps += 1
        shares = (1.0 - exponential(self.steps * logarithm(each)) for each in (FIRST, SECOND))
        first, second = (np.float32(1.0 / share) for share in shares)  # of averages that began at 0
        for name in NAMES:
            flat = (each[name].reshape(-1) for each in (self.weights, slopes, self.mean, self.square))
            step(*flat, np.float32(rate), first, second)
        return said / picked.size
