"""Networks of any game: rows and files fit each other; what does not fit is refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from mazarbul.sim import games
from mazarbul.sim.bots import network_files
from mazarbul.sim.bots.inputs import Inputs, Rows
from mazarbul.sim.bots.learner import Learner, Notes, fresh
from mazarbul.sim.bots.network import base_of, correct, gap_row, give_networks, value_of
from mazarbul.sim.bots.network_files import (
    BY_ROWS,
    COARSE,
    Network,
    _load,
    base_hash,
    blocks_of,
    load_network,
)
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.toml import DataError

GAME = games.get("card_game")
IDS = {"card": ["elf", "orc", "troll"]}


def inputs(ids=IDS) -> Inputs:
    state, options = (Rows({sort: len(names) + 1 for sort, names in ids.items()}) for _ in range(2))
    state.add("stage", 4)
    state.add("hand", "card", 2)
    options.add("play", "card")
    return Inputs(state, options, lambda: ids, most=8, each=2, unit=1.0)


def network(bot, of=None) -> Network:
    """Return a network for one side with weights by chance."""
    of = of or inputs()
    weights = fresh(of, np.random.default_rng(3))
    weights["direct"][:] = np.arange(weights["direct"].size)
    return Network({"shadow": weights}, {"shadow": {base_hash(bot)}}, _rows(of), of.known())


def _rows(of: Inputs) -> dict[str, dict[str, list]]:
    """Return the blocks of inputs as a network has them."""
    return {"state": blocks_of(of.state), "options": blocks_of(of.options)}


@pytest.fixture
def bot():
    return GAME.bot("random")


def test_blocks_of_rows_follow_each_other():
    rows = inputs().state
    assert (rows.size, rows.shape("hand")) == (4 + 4 * 2, (4, 2))
    with pytest.raises(ValueError, match="'hand' is there already"):
        rows.add("hand", 2)


def test_what_lies_far_behind_stays_behind():
    gaps = np.linspace(0.0, 500.0, 5_001)
    worth = np.array([base_of(gap) for gap in gaps])
    assert worth[0] == 0.0
    assert (np.diff(worth[gaps <= 36.0]) < 0).all()
    assert (np.diff(worth) <= 0).all()
    rows = [gap_row(gap) for gap in (*gaps, 1e4)]
    assert rows == sorted(rows)
    assert (rows[0], rows[-1]) == (0, 19)


def test_a_file_gives_back_what_was_written(tmp_path, bot):
    file = tmp_path / "a.npz"
    file.write_bytes(network(bot).file())
    found = load_network(file)
    weights = found.weights("shadow", inputs(), bot)
    for name, written in network(bot).sides["shadow"].items():
        assert weights[name].dtype == np.float32
        step = 1 / COARSE if name in BY_ROWS else 0.0
        assert np.allclose(weights[name], written.astype(np.float16), rtol=0.0, atol=0.51 * step), name
    assert load_network(file) is found, "read once"
    assert not found.has("free_peoples")


def test_things_keep_their_rows_when_a_game_gets_new_ones(bot):
    now = inputs({"card": ["dwarf", "elf", "troll"]})
    old = network(bot)
    found = old.weights("shadow", now, bot)
    before, after = (each["direct"].tolist() for each in (old.sides["shadow"], found))
    assert after == [before[0], 0.0, before[1], before[3]], "the unknown, dwarf, elf, troll"
    state = found["state"][4:].reshape(4, 2, -1)
    assert not state[1].any()
    assert np.array_equal(state[2], old.sides["shadow"]["state"][4:].reshape(4, 2, -1)[1])


def test_what_does_not_fit_is_refused(bot):
    own = network(bot)
    other = inputs()
    other.state.add("more", 2)
    with pytest.raises(DataError, match="its inputs are those of another version or game"):
        own.weights("shadow", other, bot)
    with pytest.raises(DataError, match="learnt on top of other weights than those of bot 'random'"):
        own.weights("shadow", inputs(), replace(bot, weights=bot.weights + 1.0))


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 no", b"\x93NUMPY"])
def test_a_damaged_file_is_refused(tmp_path, damage):
    file = tmp_path / "a.npz"
    file.write_bytes(damage)
    with pytest.raises(DataError, match="is no network that mazarbul practise has written"):
        load_network(file)


def test_a_file_with_any_byte_damaged_is_read_or_refused(tmp_path, bot):
    """Errors of what unpacks a member (zlib), of the zip and of numpy: none reaches the user."""
    whole, file, said = network(bot).file(), tmp_path / "a.npz", []
    for place in range(0, len(whole), 11):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x2D]) + whole[place + 1 :])
        try:
            load_network(file)
        except DataError as error:
            said.append(str(error))
        _load.cache_clear()
    assert set(said) == {f"{file} is no network that mazarbul practise has written"}
    assert len(said) > len(whole) / 11 / 2


def test_a_small_file_does_not_unpack_to_a_large_one(tmp_path, monkeypatch, bot):
    file = tmp_path / "a.npz"
    np.savez_compressed(file, **{"shadow.state": np.zeros(1 << 20, np.float16)})
    monkeypatch.setattr(network_files, "MOST_BYTES", 1 << 20)
    assert file.stat().st_size < network_files.MOST_BYTES
    with pytest.raises(DataError, match="is no network that mazarbul practise has written") as caught:
        load_network(file)
    assert "it holds more than" in str(caught.value.__cause__)


@pytest.mark.parametrize("base", [3, [3], {"shadow": 3}, {"shadow": None}, "x"])
def test_a_file_whose_base_is_none_is_refused(tmp_path, bot, base):
    file = tmp_path / "a.npz"
    file.write_bytes(network(bot).file())
    with np.load(file) as found:
        arrays = dict(found)
    head = json.loads(arrays["head"].tobytes()) | {"base": base}
    np.savez(file, **arrays | {"head": np.frombuffer(json.dumps(head).encode(), np.uint8)})
    with pytest.raises(DataError, match="is no network that mazarbul practise has written"):
        load_network(file)


def test_a_file_cannot_carry_code(tmp_path):
    file = tmp_path / "a.npz"
    np.savez(file, head=np.array([print], dtype=object))
    with pytest.raises(DataError, match="is no network"):
        load_network(file)
    with pytest.raises(DataError, match=r"cannot read the network .*gone\.npz"):
        load_network(tmp_path / "gone.npz")


def test_a_bot_names_a_network_for_each_scenario(tmp_path):
    own = GAME.bot("heuristic", GAME.setup("duel"))
    practice = GAME.kit(GAME.setup("duel")).practice
    weights, known = fresh(practice.inputs, np.random.default_rng(1)), practice.inputs.known()
    made = Network({"shadow": weights}, {"shadow": {base_hash(own)}}, _rows(practice.inputs), known)
    (tmp_path / "duel.npz").write_bytes(made.file())
    file = tmp_path / "mine.toml"
    file.write_text('like = "heuristic"\n[networks]\nduel = "duel.npz"\n')
    assert GAME.bot(str(file), GAME.setup("duel")).network.has("shadow")
    assert GAME.bot(str(file), GAME.setup("trilogy")).network is None
    file.write_text('like = "heuristic"\n[networks]\nothers = "duel.npz"\nduel = ""\n')
    assert GAME.bot(str(file), GAME.setup("duel")).network is None
    assert GAME.bot(str(file), GAME.setup("trilogy")).network is not None
    for text, said in (
        ('[networks]\nduell = "duel.npz"\n', "unknown scenario 'duell'"),
        ("networks = 3\n", "'networks' must be a table"),
        ('network = "duel.npz"\n[networks]\nduel = "duel.npz"\n', "not both"),
        ("network = 3\n", "a network must be a file, not 3"),
        ('network = "a\\u0000.npz"\n', "a file name cannot contain a NUL character"),
    ):
        file.write_text(f'like = "heuristic"\n{text}')
        with pytest.raises(DataError, match=said):
            GAME.bot(str(file), GAME.setup("duel"))


def test_the_quests_of_a_campaign_have_their_own_networks(tmp_path):
    game = games.get("lotr_lcg")
    setup = game.setup("expert_campaign")
    bot = game.bot("expert", setup)
    assert [each and Path(each.source).stem for each in bot.parts] == setup.parts
    assert (len(setup.parts), bot.network) == (3, None)
    assert bot.for_part(2).network is bot.parts[2]
    assert game.bot("expert", game.setup(setup.parts[1])).parts == ()
    file = tmp_path / "mine.toml"
    file.write_text(f'like = "expert"\n[networks]\n{setup.parts[1]} = "{bot.parts[1].source}"\n')
    assert [each is None for each in game.bot(str(file), setup).parts] == [True, False, True]
    minds = game.kit(setup).parts.mind([bot] * len(setup.seats), setup)
    assert minds.has_network[:, 0].tolist() == [1, 1, 1]
    for number, quest in enumerate(setup.parts):
        alone = game.setup(quest)
        mind = game.kit(alone).mind([game.bot("expert", alone)])
        assert np.array_equal(minds[number].net_state[0], mind.net_state[0]), quest
        assert np.array_equal(minds[number].card_number, mind.card_number), quest
        assert np.array_equal(minds[number].stage_number, mind.stage_number), quest


def test_scores_and_values_are_those_of_the_weights():
    """Played with whole numbers and by rows at once: rows that are NONE add nothing."""
    of, random = inputs(), np.random.default_rng(8)
    weights = {name: random.normal(size=shape) for name, shape in of.shapes.items()}
    weights["option"][0] = weights["direct"][0] = 50.0  # what would be added by mistake
    mind = np.zeros(1, np.dtype([("score", "f8", 3), *of.fields(2, 3)], align=True)).view(np.recarray)[0]
    bot = replace(GAME.bot("random"), network=Network({"shadow": weights}, {}, _rows(of), IDS))
    give_networks(mind, [bot, bot], SimpleNamespace(seat_sides=["free_peoples", "shadow"]), of)
    assert (mind.has_network.tolist(), of.each) == ([0, 1], 4)
    for state, options in (([2, 2, 11], [[1, 2], [3], []]), ([0, 4, 5, 7, 9, 11], [[3, 3], [2, 1], [1]])):
        mind.state_n, mind.state_row[: len(state)] = len(state), state
        for i, rows in enumerate(options):
            mind.option_row[i] = [*rows, *[NONE] * (of.each - len(rows))]
        mind.plain[:] = 0.0, -1.0, -2.5
        correct(mind, 1, 3, 7.0, 0.5)
        hidden = np.maximum(weights["state"][state].sum(axis=0) + weights["state_bias"], 0.0)
        middle = weights["middle_bias"] + hidden @ weights["middle"]
        for i, rows in enumerate(options):
            sums = np.maximum(middle + weights["option"][rows].sum(axis=0), 0.0) - np.maximum(middle, 0.0)
            gained = mind.plain[i] + weights["direct"][rows].sum() + sums @ weights["out"]
            assert mind.score[i] == pytest.approx(7.0 + 0.5 * gained, abs=0.05)
        logit = weights["value_bias"][0] + hidden @ weights["value"]
        assert value_of(mind) == pytest.approx(1.0 / (1.0 + np.exp(-logit)), abs=0.01)


@pytest.mark.parametrize("lift", [1e3, 1e6])
def test_what_all_options_have_in_common_pulls_at_nothing(lift):
    """Units that stay on for all options neither learn from that, nor take its digits from differences."""
    of, random = inputs(), np.random.default_rng(6)
    weights = fresh(of, random)
    weights["out"][:] = random.normal(size=weights["out"].size)
    notes = _notes(random)
    notes.option[:] = notes.option[0]  # all options are one

    def slopes(by):
        lifted = weights | {"middle_bias": weights["middle_bias"] + np.float32(by)}
        found = Learner(lifted, 8, is_old=False).slopes(notes, np.arange(notes.size), 1.0)
        return {name: np.abs(each).max() for name, each in found[0].items()}, found[1]

    pulled, said = slopes(lift)
    assert max(pulled[name] for name in ("out", "middle", "middle_bias")) < 1e-6
    assert said[2] == pytest.approx(slopes(0.0)[1][2], rel=1e-6)


@pytest.mark.parametrize("is_shown", [False, True], ids=["practised", "shown"])
def test_slopes_are_those_of_the_loss(is_shown):
    """A step along the slope of every parameter lowers the loss as much as differences say."""
    of, random = inputs(), np.random.default_rng(5)
    weights = {
        name: each + random.normal(size=each.shape).astype(np.float32) * 0.1
        for name, each in fresh(of, random).items()
    }
    notes = _notes(random)
    picked = np.arange(notes.size)
    learner = Learner(weights, 8, is_old=False)
    slopes = {
        name: each.copy() for name, each in learner.slopes(notes, picked, 1.0, is_shown=is_shown)[0].items()
    }
    for name in ("state", "middle", "option", "direct", "out", "value", "value_bias", "state_bias"):
        flat = slopes[name].reshape(-1)
        at = int(np.abs(flat).argmax())
        high, low = (_loss(learner, notes, picked, name, at, by, is_shown) for by in (2e-4, -2e-4))
        assert (high - low) / 4e-4 == pytest.approx(float(flat[at]), rel=0.05, abs=1e-3), name


def test_the_average_follows_the_weights_and_forgets_how_they_began():
    of = inputs()
    learner = Learner(fresh(of, np.random.default_rng(5)), 8, is_old=False)
    learner.weights["out"][:] = 1.0
    learner.settle(1)
    assert (learner.settled["out"] == 1.0).all()
    for generation in range(2, 200):
        learner.weights["out"][:] = 3.0 + (-1.0) ** generation
        learner.settle(generation)
    assert learner.settled["out"] == pytest.approx(3.0, abs=0.05)
    assert (learner.learnt(learner.weights)["out"] == 2.0).all()


def _loss(learner, notes, picked, name, at, by, is_shown) -> float:
    """Return the loss with one weight changed."""
    flat = learner.weights[name].reshape(-1)
    flat[at] += by
    _, said = learner.slopes(notes, picked, 1.0, is_shown=is_shown)
    flat[at] -= by
    return float(said[4] / picked.size)


def _notes(random) -> Notes:
    """Return six decisions of three options each."""
    n, count = 6, 3
    return Notes(
        side=np.zeros(n, np.int8),
        chosen=random.integers(0, count, n).astype(np.int16),
        likely=np.full(n, 1.0 / count, np.float32),
        advantage=random.normal(size=n).astype(np.float32),
        target=random.random(n).astype(np.float32),
        state_from=np.arange(0, 4 * n + 1, 4),
        option_from=np.arange(0, count * n + 1, count),
        state=random.integers(0, 12, 4 * n).astype(np.int16),
        option=random.integers(-1, 4, (count * n, 2)).astype(np.int16),
        plain=random.normal(size=count * n).astype(np.float32) * np.float32(0.1),
    )
