"""What is said about mistakes in the texts of cards, figures and tactics."""

import re

import pytest

from mazarbul.sim.games.board_game.content.loading import load_data
from mazarbul.sim.games.board_game.content.tables import make_tables
from mazarbul.sim.toml import DataError

# An effect of a card, with ^ before the word that is wrong, and what is said about it.
TEXTS = (
    ('on = "play", do = "^corupt(1)"', "unknown operation 'corupt'; did you mean 'corrupt'?"),
    ('on = "play", do = "corrupt(1, ^2)"', "it is written corrupt(n); this is one argument too many"),
    (
        'on = "play", do = "recruit(north, unit, 1, name(^edora))"',
        "unknown region 'edora'; did you mean 'edoras'?",
    ),
    ('on = "play", if = "armies(^shadwo)"', "unknown set of armies 'shadwo'; did you mean 'shadow'?"),
    ('on = "play", do = "^add(1, roll)"', "'add' is a manoeuvre, but an operation is expected here"),
    ('on = "play", if = "^attacking"', "'attacking' is only known in battles"),
    ('on = "play", if = "regions(^battle)"', "'battle' is only known in battles"),
    ('on = "play", do = "corrupt(^rolled)"', "nothing has filled 'rolled' yet; write roll(...) before it"),
    (
        'on = "play", do = "choose(own, option(pick_army(shadow))); wound(^army, 1)"',
        "nothing has filled 'army' yet; write pick_army(...) before it",
    ),
    (
        'on = "play", do = "pick_army(shadow) if hidden else nothing; wound(^army, 1)"',
        "nothing has filled 'army' yet; write pick_army(...) before it",
    ),
    (
        'on = "play", do = "remove(shadow, unit, 1, ^picked)"',
        "nothing has filled 'picked' yet; write pick_nation(...) before it",
    ),
    (
        'on = "play", do = "attack(shadow, rounds=units(^target))"',
        "'target' is only known in the 'fewer' of attack(...)",
    ),
    ('on = "play", do = "^reduce(1)"', "'reduce' is only known for tile_drawn and damage"),
    ('on = "hunt_roll", do = "^reduce(1)"', "'reduce' is only known for tile_drawn and damage"),
    ('on = "play", do = "choose(own, ^hide, walk)"', "each choice must be written option(...)"),
    ('on = "play", do = "^option(hide)"', "'option' is only allowed in choose(who, option(...), ...)"),
    ('on = "play", do = "may(may(may(may(may(may(may(^hide)))))))"', "there are more than 6 nested lists"),
    (
        'on = "static", do = "^ride(progress)"',
        "the arguments of 'ride' in a static text cannot change during the game",
    ),
    (
        'on = "static", do = "^barred(shadow, conquered)"',
        "the arguments of 'barred' in a static text cannot change during the game",
    ),
    ('on = "static", do = "^ride(1) if hidden else ride(2)"', "a static text cannot branch"),
    ('on = "force", die = "any", cost = "^hide"', "'hide' cannot be a cost"),
)
# An effect of a card with keys that do not fit, and what is said about it.
KEYS = (
    ('on = "plya", do = "hide"', "'plya'; did you mean 'play'?"),
    ('on = "play"', "an effect on 'play' needs one of if, do"),
    ('on = "play", may = true, do = "hide"', "an effect on 'play' has no 'may', its keys are if, do"),
    ('on = "force", cost = "discard(own, hand, strategy)"', "an effect on 'force' lacks 'die'"),
    ('on = "hunt_roll", if = "hidden"', "an effect on 'hunt_roll' lacks 'do'"),
    ('on = "combat_card", do = "hide"', "an effect on 'combat_card' has no 'do', it has no further keys"),
    ('on = "path", at = "name(moria)"', "an effect on 'path' lacks 'do'"),
    ('on = "action", die = "any", do = "hide"', "only figures have effects on 'action'"),
)
BEARERS = (
    (
        {"card": {"fp_char_12": {"effects": [{"on": "hunt_roll", "do": "hide"}]}}},
        "card 'fp_char_12' lacks 'table = true', so it is discarded before 'hunt_roll' can happen",
    ),
    (
        {"card": {"fp_char_05": {"effects": [{"on": "play", "do": "hide"}]}}},
        "card 'fp_char_05' has nothing to do on the table",
    ),
    (
        {"card": {"fp_char_12": {"effects": [{"on": "play", "do": "hide"}, {"on": "play", "do": "hide"}]}}},
        "card 'fp_char_12' has one event half",
    ),
    (
        {"figure": {"gimli": {"guide": [{"on": "action", "die": "any", "do": "hide"}]}}},
        "figure 'gimli': 'guide' has no effects on 'action', only on static, ",
    ),
    (
        {"figure": {"gimli": {"abilities": [{"on": "damage", "keep": True, "do": "hide"}]}}},
        "figure 'gimli': an effect on 'damage' has no 'keep', its keys are if, may, do",
    ),
    ({"tactic": {"scouts": {"effects": [{"initiative": 8, "do": "withdraw"}]}}}, "initiative"),
    (
        {"tactic": {"scouts": {"effects": [{"initiative": 1, "do": "hide"}]}}},
        "'hide' is an operation, but a manoeuvre is expected here",
    ),
)


def complaint(path, effect):
    """Return the error about a card with this effect; line 4 of a file has it."""
    is_once = effect.startswith('on = "play"')
    lines = [
        "[card.fp_char_12]",
        f"table = {'false' if is_once else 'true'}",
        "effects = [",
        f"  {{ {effect} }},",
        "]",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        make_tables(load_data("two_player", overlay=path))
    assert (caught.value.file, caught.value.line) == (str(path), 4)
    return caught.value


@pytest.mark.parametrize(("effect", "message"), TEXTS, ids=[effect for effect, _ in TEXTS])
def test_mistakes_in_texts(tmp_path, effect, message):
    error = complaint(tmp_path / "mine.toml", effect.replace("^", ""))
    assert message in str(error)
    assert error.column == len("  { ") + effect.index("^") + 1


@pytest.mark.parametrize(("effect", "message"), KEYS, ids=[effect for effect, _ in KEYS])
def test_mistakes_in_keys(tmp_path, effect, message):
    assert message in str(complaint(tmp_path / "mine.toml", effect))


@pytest.mark.parametrize(("overlay", "message"), BEARERS, ids=[message for _, message in BEARERS])
def test_mistakes_in_bearers(overlay, message):
    with pytest.raises(DataError, match=re.escape(message)):
        make_tables(load_data("two_player", overlay=overlay))
