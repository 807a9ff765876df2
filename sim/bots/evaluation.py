"""The value of positions, learnt from games of bots: a search looks at it instead of playing to the end.

The value to the first side, 0 to 1, is the logistic function of a weighted sum of a position's features,
with weights of its own for each round. The second side's value is 1 less that. The command `learn` writes the
table of a scenario.
"""

from __future__ import annotations

from mazarbul.sim.engine.exponential import exponential
from mazarbul.sim.engine.jit import kernel

FOLDER = "evaluation"  # in the folder of a game's bots


def evaluation_fields(rounds: int, features: int) -> list[tuple]:
    """Return the fields that a search works on with an evaluation. rounds, features: most of the game."""
    return [
        ("feature", "f8", (features,)),  # of the position that is looked at
        ("feature_weights", "f8", (rounds, features)),
    ]


@kernel
def evaluated(w, number):
    """Return the value to the first side of the position with the features `w.feature` in a round."""
    total = 0.0
    k = min(number, w.feature_weights.shape[0] - 1)
    for i in range(w.feature.size):
        total += w.feature[i] * w.feature_weights[k, i]
    return 1.0 / (1.0 + exponential(-total))
