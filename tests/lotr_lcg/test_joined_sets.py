"""Sets that join cards which change in different ways, in texts of cards and one card at a time."""

from __future__ import annotations

import pytest

from mazarbul.sim.effects import codes
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.lotr_lcg.rules.sets import in_set_as
from tests.lotr_lcg.compiled import changed, effects_of, numbers, rows_from, tables
from tests.marks import compiles

pytestmark = compiles

SITUATION = """
overlay change.toml
position ever_vigilant: a changed text
window Q1
halt quest staging
heroes player1: gloin(resources 1) aragorn(exhausted)
heroes player2: gimli(exhausted, committed)
allies player1: faramir(exhausted) guard_of_the_citadel
allies player2: veteran_axehand(exhausted, committed)
hand player1: ever_vigilant
do player1: play ever_vigilant
"""


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            "hero & exhausted - committed | ally & ready",
            "options: choose aragorn, choose guard_of_the_citadel",
        ),
        ("character - (ally & exhausted) - name(gloin) - (hero & committed)",
         "options: choose aragorn, choose guard_of_the_citadel"),
        ("~(exhausted & committed) & ally | name(gimli)",
         "options: choose faramir, choose guard_of_the_citadel, choose gimli"),
    ],
)  # fmt: skip
def test_a_card_speaks_of_a_joined_set(cards, expected, tmp_path):
    text = f'[card.ever_vigilant]\neffects = [{{ on = "action", do = "pick({cards}); ready(it)" }}]\n'
    (tmp_path / "change.toml").write_text(text, encoding="utf-8")
    GAME.script(tmp_path / "script.txt").run(f"{SITUATION}expect {expected}\n")


TEXTS = {
    "hero & exhausted | ally - committed": lambda hero, out, gone, held: (
        (hero and out) or (not hero and not gone)
    ),
    "~(hero & exhausted)": lambda hero, out, gone, held: not (hero and out),
    "ally - (exhausted & committed)": lambda hero, out, gone, held: not hero and not (out and gone),
    "captive | hero & ready": lambda hero, out, gone, held: held or (hero and not out),
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_one_card_in_every_state(text):
    """The prisoner is in sets of captives only (LCG-28.14)."""
    ct = tables(changed("ever_vigilant", {"on": "action", "do": f"damage({text}, 1)"}))
    t = ct.record[0]
    cards = rows_from(ct, effects_of(ct, numbers(ct, "ever_vigilant")[0])[0].do)[0][1]
    assert t.set_start[cards] > 0
    for name in ("aragorn", "faramir"):
        for bits in range(8):
            out, gone, held = (bool(bits & b) for b in (ids.IS.EXHAUSTED, ids.IS.COMMITTED, ids.IS.CAPTIVE))
            expected = TEXTS[text](name == "aragorn", out, gone, held)
            expected = expected and (not held or "captive" in text)
            assert in_set_as(t, cards, numbers(ct, name)[0], 0, bits) == expected


def test_printed_cards_need_no_joined_sets():
    for quest in ("passage_through_mirkwood", "escape_from_dol_guldur"):
        t = tables(quest=quest).record[0]
        assert not t.set_start.any()
        assert (t.set_rows[:, 0] == codes.END).all()
