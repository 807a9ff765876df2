# %% [markdown]
# # A bot and an agent of your own
#
# Figures hold for the bots that played. So try your own ideas of good play: as weights of the usual bot, as
# a Python function, or as an agent that learns.

# %% tags=["parameters"]
GAMES = 2_000

# %% [markdown]
# ## Other weights
#
# The usual bot scores every legal action. Its weights are named numbers ([all of
# them](../reference/weights.md)), and a file may change some. Such a bot plays at full speed. This one holds
# on to its cards.

# %%
from pathlib import Path

import mazarbul
from mazarbul.analysis import load_run, scenarios

_ = Path("hoarder.toml").write_text("""
summary = "keeps its cards"
policy = "heuristic"

[weights]
hand = 1.0
""")


def win_rate(name, games, **bots):
    """Return how often Gandalf's side wins the Duel, and print it."""
    run = mazarbul.run("card_game/duel", games=games, seed=1, bots=bots, out=f"runs/{name}")
    row = scenarios.win_rates(load_run(run.path)).iloc[0]
    low, high, n = row["win_low"], row["win_high"], int(row["win_n"])
    print(f"{name}: {row['win']:.1%} ({low:.1%} to {high:.1%}) of {n:,} games")
    return row


usual = win_rate("usual", GAMES, all="heuristic")
careless = win_rate("careless", GAMES, all="heuristic", gandalf="heuristic blunder=0.1")
hoarder = win_rate("hoarder", GAMES, all="heuristic", gandalf="hoarder.toml")

# %% [markdown]
# The opponent is the usual bot each time, and the deals are the same. A bot with a clearly higher win rate
# would play this side better, and the balance that the usual bot shows would be too low for it. A clearly
# lower one says little of the game: that bot plays badly. One random move in ten, the second bot, shows how
# much depends on play.
#
# ## A function
#
# A bot in Python gets a *turn* and returns a legal action. It sees what its seat may see, in `turn.view`,
# and draws its own luck, the same whenever the game is played again. Here is a rule that a beginner may
# follow: play a card whenever you can.

# %%
_ = Path("mine.py").write_text('''
"""A bot that plays cards."""

import mazarbul


@mazarbul.register_bot("eager")
def eager(turn):
    """Play a card if that is possible, any; else do anything."""
    plays = [move for move in turn.legal if move.startswith("play ")]
    return turn.luck.choice(plays or turn.legal)
''')
few = max(10, GAMES // 20)  # it is hundreds of times slower than the kernels
by_lot = win_rate("random", GAMES, all="random")
eager = win_rate("eager", few, all="random", gandalf="mine.py:eager")

# %% [markdown]
# Its opponent is the random bot, so it is compared with the random bot on its own seat.

# %%
from IPython.display import Image

from mazarbul.reports.charts.forms import Axis, DotPlot, Series
from mazarbul.reports.charts.png import png

rows = {
    "usual against usual": usual,
    "careless against usual": careless,
    "hoarder against usual": hoarder,
    "random against random": by_lot,
    "eager against random": eager,
}
values, low, high, n = ([row[f"win{end}"] for row in rows.values()] for end in ("", "_low", "_high", "_n"))
axis = Axis("win rate of Gandalf's side, 95% interval", "percent", reference=0.5, limits=(0, 1))
Image(png(DotPlot(list(rows), [Series(values, low, high, label="win rate", n=n)], axis)))

# %% [markdown]
# The last interval is the widest, because it has the fewest games: read n before the mark. And compare only
# bots that met the same opponent.
#
# ## An agent
#
# For programs that learn, every scenario is an environment in the forms of PettingZoo and Gymnasium
# (install `mazarbul[agents]`). Actions are numbers of options; `action_mask` says which there are.

# %%
import numpy as np

env = mazarbul.gym_env("card_game/duel", seat="gandalf", bots="heuristic", render_mode="ansi")
observation, info = env.reset(seed=7)
for number in np.flatnonzero(observation["action_mask"])[:5]:
    print(number, env.action_text(number))

# %% [markdown]
# Thousands of games are stepped at once. This *policy* chooses at random; put yours in its place.

# %%
from mazarbul.analysis.estimates import wilson

n = min(GAMES, 256)
envs = mazarbul.vector_env("card_game/duel", n, seat="gandalf", bots="random")
luck = np.random.default_rng(1)


def policy(observations):
    """Return the number of a random option for each game."""
    options = observations["action_mask"].sum(axis=1)
    return (luck.random(n) * np.maximum(options, 1)).astype(int)


seen, _ = envs.reset(seed=1)
result = np.full(n, np.nan)
while np.isnan(result).any():
    seen, rewards, is_over, is_capped, _ = envs.step(policy(seen))
    ended = (is_over | is_capped) & np.isnan(result)  # a game that has ended is dealt anew
    result[ended] = rewards[ended]
rate, low, high = wilson((result > 0).sum(), n)
print(f"random choices against the random bot win {rate:.1%} ({low:.1%} to {high:.1%}) of {n} games")

# %% [markdown]
# A learning agent must beat that figure first. `examples/train_agent.py` trains one with numpy alone, on
# this environment: see [learning agents](../agents.md#an-example).
