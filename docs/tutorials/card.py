# %% [markdown]
# # Value a card
#
# Which cards of the Duel win games? Three figures seem to answer that. One misleads, one is fair, one is
# causal. This tutorial computes all three for the same games.

# %% tags=["parameters"]
GAMES = 20_000

# %%
import mazarbul
from mazarbul.analysis import held, load_run, paired, regression

saved = mazarbul.run("card_game/duel", games=GAMES, seed=1, bots="heuristic", out="runs/duel-cards")
run = load_run(saved.path)

# %% [markdown]
# ## The figure that misleads
#
# *Improvement when drawn*: the win rate of games in which the card was drawn, minus that of games in which
# it was not.

# %%
cards, copies = held.tally(run)
results = held.results(cards)
ends = ["", "_low", "_high", "_n", "_n0"]
drawn = results[["name", "seat", *(f"improvement{end}" for end in ends)]]
drawn.sort_values("improvement", ascending=False).head(5).round(3)

# %% [markdown]
# `_n` is the number of games with the card, `_n0` without: few games go by without a card that is in so
# small a deck.
#
# Long games draw more cards. If a side wins long games more often, *every* card of it looks good here, and
# a good card that ends games soon looks bad. So reports show the figure without a star, and sort nothing by
# it.
#
# ## The fair figure
#
# The shuffle decides who is dealt what before the first round. So cards *dealt in the opening hand* are a
# lottery, and a regression of the win on all of them says what each is worth, compared with the average
# card of its pile.

# %%
worth = regression.adjusted(run, "opening")
columns = ["name", "seat", "effect", "effect_low", "effect_high", "effect_n", "effect_bh"]
worth[columns].head(5).round(3)

# %% [markdown]
# `effect` is a difference of win rates: 0.03 means three percentage points. `effect_n` is the number of
# games in which the seat was dealt the card.
#
# `effect_bh` is the p-value, corrected for comparing so many cards. Of the rows below 0.05, about one in
# twenty is expected to be a false alarm. Without the correction, one in twenty of *all* cards would look
# clear.

# %%
from IPython.display import Image

from mazarbul.reports.charts.forms import Axis, DotPlot, Series
from mazarbul.reports.charts.png import png

known = worth.dropna(subset="effect")
ends = known.iloc[[*range(6), *range(len(known) - 6, len(known))]]
axis = Axis("effect of being dealt the card, points, 95% interval", "points", reference=0)
Image(png(DotPlot(list(ends["name"]), [Series.of(ends, "effect", label="dealt in the opening hand")], axis)))

# %% [markdown]
# The cards at the ends of a sorted list were also lucky. With few games they move a lot if you play again
# with another seed: try it. A card whose interval covers 0 is not shown to matter. That is not the same as
# shown not to matter.
#
# ## The causal figure
#
# What happens if the card does nothing? Blank it and play *the same games again*: the same shuffles, the
# same luck. Only the card's effect is left.

# %%
best = known.iloc[0]
no_icons = dict.fromkeys(("path", "bg_attack", "bg_defense", "lead_attack", "lead_defense"), 0)
blank = {"card": {best["id"]: {"effects": [], "text": "", "icons": no_icons}}}
changed = mazarbul.run(
    "card_game/duel", games=GAMES, seed=1, bots="heuristic", overlay=blank, out="runs/blank"
)
change = paired.compare(run, load_run(changed.path))
print(best["name"], "blanked")
change[["side", "base", "other", "change", "change_low", "change_high", "change_n", "same"]].round(4)

# %% [markdown]
# `base` and `other` are the win rates with the card and without it, `change` is the difference. `same` is
# the share of games that end the same way. Only the others tell the two runs apart, so the interval is much
# narrower than two independent runs would give. The change is over *all* games, in most of which the card
# comes late or not at all; the effect above is only of games that begin with it. So the two are of
# different size, and should have the opposite sign.

# %%
row = change.iloc[0]
print(f"The pairs are worth {row['variance_ratio']:.1f} times as many independent games.")

# %% [markdown]
# This is what the card is worth *in this deck, with these bots*. A card that the bots misuse looks worth
# little. So look at how often it is played at all:

# %%
plays = held.plays(cards)
plays[["name", "seat", "play", "play_n", "unplayed"]].head(5).round(3)

# %% [markdown]
# A card that is never played has a value of zero, and that says something of the bots, not of the card.
# Reports mark such cards with a dagger.
#
# All cards are blanked, one after another, by
#
# ```sh
# mazarbul ablate card_game/duel --games 5000
# ```
#
# Next: [design a card, and see what it would do](design.py). The [metrics](../reference/metrics.md) have
# every figure's definition.
