# %% [markdown]
# # Design a card and ask: what if?
#
# You have an idea for a card. Would it break the game? Write it as data, try it in a position, and play the
# same games with it and without it.

# %% tags=["parameters"]
GAMES = 10_000

# %% [markdown]
# ## Write the card
#
# A card is a table of TOML: facts, icons, and texts in the [effect language](../effects.md). A file like
# this is an *overlay*: it is laid over the printed game, which stays as it is. Here a new event, *Beacon*,
# replaces a copy of another card in Frodo's deck.

# %%
from pathlib import Path

_ = Path("beacon.toml").write_text("""
[card.beacon]
new = true
name = "Beacon"
side = "free_peoples"
faction = "rohan"
type = "event"
effects = [{ on = "play", do = "each(free_peoples, draw(they, 1))" }]
source = "an idea"

[deck.frodo.cards]
village_militia = 0
beacon = 1
""")

# %% [markdown]
# ## Mistakes are found before a game is played
#
# Every word, number and id is checked, and a mistake is reported with its place.

# %%
import mazarbul

wrong = Path("wrong.toml")
_ = wrong.write_text(Path("beacon.toml").read_text().replace("draw(they", "drow(they"))
try:
    mazarbul.match("card_game/trilogy", overlay=str(wrong))
except mazarbul.DataError as error:
    print(error)

# %% [markdown]
# ## See it played
#
# A *match* is one game that you hold. Play until somebody has the card as an option.

# %%
match, index = mazarbul.match("card_game/trilogy", seed=1, overlay="beacon.toml", bots="heuristic"), 0
while not any("beacon" in move for move in match.legal()):
    match.apply(match.choose())
    if match.is_over:
        index += 1
        match = mazarbul.match(
            "card_game/trilogy", seed=1, index=index, overlay="beacon.toml", bots="heuristic"
        )
print(f"game {index}: {match.actor} may choose")
print(*[move for move in match.legal() if "beacon" in move][:4], sep="\n")

# %%
match.apply(next(move for move in match.legal() if "beacon" in move))
for _ in range(6):  # pay for it, then what it does
    match.apply(match.choose())
    print(*match.events(), sep="\n")

# %% [markdown]
# ## What would it do?
#
# Two runs with the same seed have the same deals and the same luck. `paired.compare` compares them game by
# game.

# %%
from mazarbul.analysis import load_run, paired

printed = mazarbul.run("card_game/trilogy", games=GAMES, seed=1, out="runs/printed")
designed = mazarbul.run("card_game/trilogy", games=GAMES, seed=1, overlay="beacon.toml", out="runs/beacon")
change = paired.compare(load_run(printed.path), load_run(designed.path))
change[["side", "base", "other", "change", "change_low", "change_high", "change_p", "same"]].round(4)

# %% [markdown]
# Read it from right to left:
#
# - `same`: the share of games with the same winner. If it is near 1, the card hardly matters.
# - `change_low` to `change_high`: what the change may well be. If 0 is inside, these games do not show which
#   side it helps.
# - `change`: the best guess. In points: 0.004 is 0.4 percentage points.
#
# ## Try several versions at once
#
# A designer compares. Each version is an overlay on top of the last one.

# %%
from IPython.display import Image

from mazarbul.reports.charts.forms import Axis, DotPlot, Series
from mazarbul.reports.charts.png import png

versions = {
    "everybody draws 1": {},
    "everybody draws 2": {
        "card": {"beacon": {"effects": [{"on": "play", "do": "each(free_peoples, draw(they, 2))"}]}}
    },
    "you draw 2": {"card": {"beacon": {"effects": [{"on": "play", "do": "draw(you, 2)"}]}}},
}
rows, base = [], load_run(printed.path)
for number, overlay in enumerate(versions.values()):
    run = mazarbul.run(
        "card_game/trilogy", games=GAMES, seed=1, overlay=["beacon.toml", overlay], out=f"runs/v{number}"
    )
    rows.append(paired.compare(base, load_run(run.path)).iloc[0])
series = Series(
    [row["change"] for row in rows],
    [row["change_low"] for row in rows],
    [row["change_high"] for row in rows],
    label="change",
    n=[row["change_n"] for row in rows],
)
axis = Axis("change of the Free Peoples' win rate, points, 95% interval", "points", reference=0)
Image(png(DotPlot(list(versions), [series], axis)))

# %% [markdown]
# If two intervals overlap, more games may separate them. Do not pick the largest of many versions and
# believe its figure: the largest was also lucky. Play the chosen one again with a fresh seed.
#
# The command does the same, and can stop as soon as the answer is precise enough:
#
# ```sh
# mazarbul whatif card_game/trilogy --overlay beacon.toml --precision 0.5%
# ```
#
# Last: [bots and agents of your own](bot.py).
