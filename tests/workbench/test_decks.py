"""What leaves a deck for a new card, as the page reckons it: its module is run without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.resources import files

import pytest

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(not NODE, reason="no node installed")
#: What each script begins with: a deck of a size, cards one by one, and what a browser would do with them.
BEGIN = """
const deck = { path: ["deck", "d", "cards"], printed: { gimli: 1, legolas: 1, axe: 2 }, size: 4 };
const plain = (counts) => Object.fromEntries([...counts].filter(([, n]) => n));
const printed = countsOf(deck);
const memory = new Map();
const lost = (counts, id) => displacedBy(deck, counts, id, memory.get(id));
const copies = (counts, id, n) => withCopies(deck, counts, id, n, lost(counts, id));
const instead = (counts, id, other) => {
  const found = inPlaceOf(deck, counts, id, other, lost(counts, id));
  memory.set(id, found.displaced);
  return found.counts;
};
const say = (...found) => console.log(JSON.stringify(found.length === 1 ? found[0] : found));
"""


def ran(script):
    """Return what a script says with the functions of the module."""
    module = files("mazarbul.workbench").joinpath("templates/decks.js").read_text(encoding="utf-8")
    command, source = [NODE, "--input-type=module"], f"{module}{BEGIN}{script}"
    done = subprocess.run(command, input=source, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_two_cards_are_taken_out_of_a_deck():
    script = "say(plain(copies(copies(printed, 'gimli', 0), 'legolas', 0)))"
    assert ran(script) == {"axe": 2}


def test_what_left_for_a_new_card_is_back_as_it_goes_and_nothing_else():
    script = """
    const swapped = copies(instead(printed, "x", "gimli"), "axe", 1);
    say(plain(swapped), plain(copies(swapped, "x", 0)), plain(copies(swapped, "legolas", 0)));
    """
    swapped, without, less = ran(script)
    assert swapped == {"legolas": 1, "axe": 1, "x": 1}
    assert without == {"gimli": 1, "legolas": 1, "axe": 1}
    assert less == {"axe": 1, "x": 1}


def test_each_new_card_knows_what_it_replaces():
    script = """
    const two = instead(instead(printed, "x", "gimli"), "y", "legolas");
    const free = instead(two, "y", "");
    const other = instead(free, "y", "axe");
    const left = [lost(two, "x"), lost(other, "y"), lost(other, "axe")].map((each) => [...each]);
    say(plain(two), plain(free), plain(other), ...left);
    """
    two, free, other, for_x, for_y, for_axe = ran(script)
    assert two == {"axe": 2, "x": 1, "y": 1}
    assert for_x == [["gimli", 1]]
    assert free == {"axe": 2, "x": 1, "y": 1, "legolas": 1}
    assert other == {"axe": 1, "x": 1, "y": 1, "legolas": 1}
    assert for_y == [["axe", 1]]
    assert for_axe == []


def test_another_choice_brings_the_former_card_back():
    script = """
    const first = instead(printed, "x", "gimli");
    say(plain(instead(first, "x", "legolas")));
    """
    assert ran(script) == {"gimli": 1, "axe": 2, "x": 1}


def test_more_copies_take_the_places_of_several_cards():
    script = """
    const first = copies(instead(printed, "x", "gimli"), "x", 2);
    const both = instead(first, "x", "legolas");
    say(plain(both), [...lost(both, "x").keys()], plain(copies(both, "x", 1)), plain(instead(both, "x", "")));
    """
    both, left, one, free = ran(script)
    assert both == {"axe": 2, "x": 2}
    assert left == ["gimli", "legolas"]
    assert one == {"legolas": 1, "axe": 2, "x": 1}, "the last one that left is the first one back"
    assert free == {"gimli": 1, "legolas": 1, "axe": 2, "x": 2}


def test_an_opened_draft_tells_what_is_replaced_only_where_it_is_clear():
    script = """
    const one = countsOf(deck, { gimli: 0, x: 1 });
    const two = countsOf(deck, { gimli: 0, legolas: 0, x: 1, y: 1 });
    const left = [lost(one, "x"), lost(one, "axe"), lost(two, "x"), lost(two, "y")];
    say(...left.map((each) => [...each.keys()]));
    """
    assert ran(script) == [["gimli"], [], [], []]


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString"])
def test_any_id_is_an_id(name):
    script = f"""
    const id = {json.dumps(name)};
    const swapped = instead(printed, id, "gimli");
    const [change] = changes(deck, swapped).filter(([path]) => path.at(-1) === id);
    say(printed.get(id) ?? 0, change, size(deck, swapped), plain(copies(swapped, id, 0)));
    """
    none, change, size, back = ran(script)
    assert none == 0
    assert change == [["deck", "d", "cards", name], 1, 0]
    assert size == "4 cards, as many as it must have"
    assert back == {"gimli": 1, "legolas": 1, "axe": 2}


def test_one_of_several_copies_leaves_a_list():
    script = """
    const list = { path: ["deck", "d", "cards"], printed: ["a", "a", "b"], size: null };
    const counts = countsOf(list);
    const one = withCopies(list, counts, "a", 1, new Map());
    const swapped = inPlaceOf(list, counts, "x", "a", new Map()).counts;
    const written = [one, swapped, counts].map((each) => changes(list, each)[0][1]);
    say(...written, countsOf(list, ["a", "x"]).get("x"));
    """
    assert ran(script) == [["a", "b"], ["a", "x", "b"], ["a", "a", "b"], 1]


@pytest.mark.parametrize(
    ("written", "n"), [("-3", 0), ("1.5", 1), ("", 0), ("x", 0), ("2", 2), ("007", 7)], ids=repr
)
def test_copies_are_whole_and_not_negative(written, n):
    script = f"""
    const list = {{ path: [], printed: ["a", "a", "b"], size: null }};
    say(...[[deck, "gimli"], [list, "a"], [list, "b"]].map(([each, id]) => copiesIn(each, id, "{written}")));
    """
    assert ran(script) == [n, min(n, 2), min(n, 1)]
