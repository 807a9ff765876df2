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
# them](../bots.md#weights)), and a file may change some. This one plays at full speed.

# %%
from pathlib import Path

import mazarbul
from analysis import load_run, scenarios

_ = Path("hoarder.toml").write_text("""
summary = "keeps its cards"
policy = "heuristic"

[weights]
hand = 1.5
pass = 0.5
""")


def win_rate(name, bots, games):
    """Print how often Gandalf's side wins the Duel, and return the row."""
    run = mazarbul.run("card_game/duel", games=games, seed=1, bots=bots, out=f"runs/{name}")
    row = scenarios.win_rates(load_run(run.path)).iloc[0]
    low, high, n = row["win_low"], row["win_high"], int(row["win_n"])
    print(f"{name}: {row['win']:.1%} ({low:.1%} to {high:.1%}) of {n:,} games")
    return row


rows = {
    "usual": win_rate("usual", "heuristic", GAMES),
    "hoarder": win_rate("hoarder", {"all": "heuristic", "gandalf": "hoarder.toml"}, GAMES),
    "random": win_rate("random", {"all": "heuristic", "gandalf": "random"}, GAMES),
}

# %% [markdown]
# The opponent is the usual bot each time. A bot with a clearly higher win rate plays this side better; then
# the balance that the usual bot shows is too low for it.
#
# ## A function
#
# A bot in Python gets a *turn* and returns a legal action. It sees what its seat may see, and can ask
# another bot.

# %%
_ = Path("mine.py").write_text('''
"""A bot that saves its last cards."""

import mazarbul


@mazarbul.register_bot("careful")
def careful(turn):
    """Play as the usual bot does, but pass, if that is possible, with fewer than three cards in hand."""
    hand = turn.view["seats"][turn.seat]["hand"]
    if len(hand) < 3 and "pass" in turn.legal:
        return "pass"
    return turn.choose("heuristic")
''')
few = max(4, GAMES // 50)  # hundreds of times slower than the kernels
rows["careful"] = win_rate("careful", {"all": "heuristic", "gandalf": "mine.py:careful"}, few)

# %%
from IPython.display import Image

from reports.charts.forms import Axis, DotPlot, Series
from reports.charts.png import png

values = [[row[f"win{end}"] for row in rows.values()] for end in ("", "_low", "_high", "_n")]
axis = Axis("win rate of Gandalf's side against the usual bot", "percent", reference=0.5)
Image(png(DotPlot(list(rows), [Series(*values[:3], label="win rate", n=values[3])], axis)))

# %% [markdown]
# The last interval is wide because it has few games: read n before the mark.
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
from analysis.estimates import wilson

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
