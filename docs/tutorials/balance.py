# %% [markdown]
# # Balance a scenario
#
# Is the Two-player Duel fair? This tutorial plays it, reads the figures one by one, and finds out what they
# depend on. You need mazarbul with pictures, and Jupyter: `pip install '.[pictures]' jupyterlab`. The first
# game is compiled, which takes a minute or two, once.

# %% tags=["parameters"]
GAMES = 10_000

# %% [markdown]
# ## Play
#
# A *run* is a number of games with one seed. The same seed gives the same games on every machine, so what
# you see here is what you get.

# %%
import mazarbul
from mazarbul.analysis import load_run, scenarios

saved = mazarbul.run("card_game/duel", games=GAMES, seed=1, bots="heuristic", out="runs/duel")
saved.games[["winner", "end_reason", "rounds", "score_free_peoples", "score_shadow"]].head()

# %% [markdown]
# ## Read a win rate
#
# The analysis reads the run from disk. Each value `x` comes with `x_low` and `x_high`, its 95% interval,
# and `x_n`, the number of games behind it.

# %%
run = load_run(saved.path)
wins = scenarios.win_rates(run)
wins[["side", "win", "win_low", "win_high", "win_n"]].round(3)

# %% [markdown]
# Read such a row in this order:
#
# 1. **n.** How many games? With few games the rest means little.
# 2. **The interval.** More games would very likely end up inside it. A side is called ahead only if its
#    *whole* interval is on one side of 50%.
# 3. **The bots.** The figure is about the game *as these bots play it*. The interval knows nothing of that.
#
# The interval shrinks with the square root of n: four times the games halve it.

# %%
from IPython.display import Image

from mazarbul.analysis.estimates import wilson
from mazarbul.reports.charts.forms import Axis, DotPlot, Series
from mazarbul.reports.charts.png import png

side = wins["side"][0]
won = (saved.games["winner"] == side).to_numpy()
sizes = [n for n in (25, 100, 400, 1_600, 6_400) if n <= GAMES]
firsts = [won[:n].mean() for n in sizes]
low, high = zip(*(wilson(won[:n].sum(), n)[1:] for n in sizes), strict=True)
series = Series(firsts, low, high, label="games won by the Free Peoples", n=sizes)
axis = Axis("win rate of the Free Peoples, 95% interval", "percent", reference=0.5, band=(0.45, 0.55))
Image(png(DotPlot([f"first {n:,} games" for n in sizes], [series], axis)))

# %% [markdown]
# The grey band is the target, here 45 to 55%. It is a matter of taste, not of statistics: choose yours with
# `--band`.
#
# ## How do games end?
#
# The same win rate can come from very different games. Look at the endings and at the length.

# %%
scenarios.endings(run)[["reason", "games", "share", "win_free_peoples", "rounds"]].round(3)

# %%
scenarios.lengths(run)[["rounds", "games", "share", "win_free_peoples"]].round(3)

# %% [markdown]
# A win rate in such a row is one of *these* games only. It shows what went together, not what caused what:
# the length of a game is a result of play, as the winner is.
#
# ## What if other bots play?
#
# Play the same deals again with other bots. `random` chooses among the legal moves by lot.

# %%
rows = []
for bots in ("heuristic", "random"):
    other = mazarbul.run("card_game/duel", games=GAMES, seed=1, bots=bots, out=f"runs/duel-{bots}")
    row = scenarios.win_rates(load_run(other.path)).iloc[0]
    rows.append((bots, row["win"], row["win_low"], row["win_high"], int(row["win_n"])))
labels, rates, low, high, n = zip(*rows, strict=True)
Image(
    png(
        DotPlot(
            [f"{name} on both sides" for name in labels],
            [Series(rates, low, high, label="win rate", n=n)],
            axis,
        )
    )
)

# %% [markdown]
# If the two intervals are far apart, the *range over bots* matters more than either interval. `mazarbul
# audit card_game/duel` measures it with bots that look ahead, and puts the range beside the headline. Until
# then name the bots whenever you give the figure.
#
# ## The whole report
#
# One command does all of this, and more, and writes a page with charts:
#
# ```sh
# mazarbul balance card_game/duel --games 10000
# ```
#
# Next: [what a single card is worth](card.py).
