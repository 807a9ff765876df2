"""Sentences of findings: they agree in number, and say nothing of what hardly any game shows."""

from __future__ import annotations

from importlib import import_module

import pandas as pd
import pytest

from mazarbul.analysis.estimates import rate_columns
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Declared
from mazarbul.reports.ranked import _agreeing
from mazarbul.reports.sections.changed import _more, _sooner
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.fought import _winners_words
from mazarbul.reports.sections.outcome import CUT, ending
from mazarbul.sim.games import MODULES, get


def test_a_title_agrees_with_one_thing():
    assert _agreeing("locations move their side's win rate clearly when blanked") == (
        "locations moves its side's win rate clearly when blanked"
    )
    assert _agreeing("changes to the game move the win rate") == "changes to the game moves the win rate"
    assert _agreeing("cards are clearly better") == "cards is clearly better"


def test_what_was_decided_in_few_games_is_not_named():
    side = {"id": "light", "name": "Light", "noun": "the Lights", "plural": True}
    topic = Topic(Layout({"sides": [side], "seats": [{"id": "x", "side": "light"}]}, {}), (0.4, 0.6))
    names, counts = ["A", "B", "C"], ([40, 10, 1], [50, 50, 1])
    rows = pd.DataFrame({"name": names} | rate_columns("won_x", *map(pd.Series, counts)))
    said = _winners_words(topic, rows, "won_x", "regions")
    assert said.startswith("Of the regions, the Lights most often win A, 80.0%")
    assert "They least often win B" in said
    few = _winners_words(topic, rows.iloc[1:], "won_x", "regions")
    assert few == "Too few games to say which of the regions the Lights win most often."


def test_a_change_that_is_not_clear_is_not_said_to_be_one():
    row = pd.Series({"rounds_change": -0.14, "rounds_change_low": -0.28, "rounds_change_high": 0.01})
    side = {"id": "light", "name": "Light"}
    layout = Layout({"sides": [side], "seats": [{"id": "x", "side": "light"}]}, {})
    topic = Topic(layout, (0.4, 0.6))
    assert _more(topic, row.to_frame().T) == ["Not clearly changed: the length of games."]
    (said,) = _more(topic, (row - 0.1).to_frame().T)
    assert said.startswith("The length of games changes by \N{MINUS SIGN}0.24 (")


def test_games_that_would_settle_and_measure_a_change_are_counted_once():
    settled = "About 11,000 games would settle it, if it stayed as measured."
    known = "About {} games would measure it to 1 point (about 2 minutes as played here)."
    assert _sooner(settled, known.format("9,000")) == f"{settled} {known.format('9,000')}"
    assert _sooner(settled, known.format("11,000")) == (
        "About 11,000 games would settle it, if it stayed as measured, and measure it to 1 point (about "
        "2 minutes as played here)."
    )
    assert _sooner("", known) == known


ENDINGS = {
    "card_game": "the last path, ten points",
    "board_game": (
        "the destruction of the Ring, the corruption of the Ring-bearers, the conquests of the Shadow, "
        "the conquests of the Free Peoples"
    ),
    "lotr_lcg": (
        "the completion of the quest, the elimination of all players, the loss of the prisoner, "
        "the limit of rounds"
    ),
}


@pytest.mark.parametrize("name", MODULES)
def test_games_end_by_something_that_has_a_name(name):
    """Each is read after "games that end by", so it is a noun, not a sentence."""
    game = get(name)
    catalogue = game.setup(next(iter(game.scenarios()))).catalogue
    topic = Topic(Layout(catalogue, {}), (0.4, 0.6))
    reasons = [each.id for each in Declared.of(catalogue).outcome.reasons]
    said = {reason: ending(topic, reason) for reason in reasons}
    assert set(said.values()) == set(ENDINGS[name].split(", "))
    ids = import_module(f"mazarbul.sim.games.{name}.ids")
    assert {*ids.END_REASONS} - {"running", *CUT} == {*reasons}
