"""Overlays, scenarios and decks of all games as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from mazarbul.sim import games
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.board_game.content.loading import DATA as BOARD_GAME_DATA
from mazarbul.sim.games.card_game.content.loading import DATA as CARD_GAME_DATA
from mazarbul.sim.games.lotr_lcg.content.loading import DATA as LOTR_LCG_DATA
from tests.fuzz.kind import InputKind, damaged_at_place, place_and_text, placed, same, toml_data
from tests.fuzz.mutators import encoded, mutated

SCENARIO_OF = {
    "board_game": "two_player", "card_game": "trilogy", "lotr_lcg": "passage_through_mirkwood",
}  # fmt: skip
DATA_OF = {"board_game": BOARD_GAME_DATA, "card_game": CARD_GAME_DATA, "lotr_lcg": LOTR_LCG_DATA}
BOARD_GAME_OVERLAY = """[card.fp_char_25]
new = true
name = "A Light in the Dark"
number = 25
side = "free_peoples"
deck = "character"
icon = "character"
tactic = "it_is_a_gift"
text = "Heal 1 Corruption."
effects = [{ on = "play", do = "corrupt(-1)" }]
source = "an idea"
[region.minas_tirith.start.gondor]
regular = 4
[tile.std_3]
copies = 4
[scenario.victory]
shadow = 9
corruption = 11
"""
CARD_GAME_OVERLAY = """[switches]
trim = false
joint = "enemy"
[card.aragorn]
copies = 2
paths = [1, 2]
effects = [{ on = "play", do = "draw(you, 1)" }]
[card.aragorn.icons]
path = 1
[card.scouts]
new = true
name = "Scouts"
side = "free_peoples"
faction = "rohan"
type = "army"
source = "made up"
[deck.frodo.cards]
smeagol = 0
scouts = 1
[scenario]
last_path = 8
[scenario.seat.frodo]
draw = 4
"""
LOTR_LCG_OVERLAY = """[switches]
mode = "basic"
round_cap = 20
[card.aragorn]
attack = 2
keywords = ["ranged"]
effects = [{ on = "committed", may = true, limit = "round", do = "draw(you, 1)" }]
[encounter.hill_troll]
engagement = 20
victory = 1
[stage.beorns_path]
quest_points = 4
[card.scouts]
new = true
name = "Scouts"
type = "ally"
sphere = "lore"
cost = 2
hit_points = 1
source = "made up"
[deck.leadership]
heroes = ["aragorn", "eowyn"]
cards = { scouts = 1, feint = 2 }
[scenario]
encounter_sets = ["dol_guldur_orcs"]
[scenario.encounter_cards]
hill_troll = 1
[scenario.seat.player2]
deck = "tactics"
"""
CARD_DECK = """id = "mine"
name = "My deck"
side = "free_peoples"
size = 12

[cards]
gimli = 1
dwarven_axe = 1
frodo_baggins = 1
sam_gamgee = 1
sting = 1
mithril_coat = 1
theoden = 1
eomer = 1
riders_of_rohan = 2
gandalf_the_grey = 1
glamdring = 1
"""
QUEST_DECK = """id = "riders"
name = "Riders and Rangers"
heroes = ["eowyn", "aragorn", "legolas"]

[cards]
faramir = 2
lorien_guide = 3
northern_tracker = 2
celebrians_stone = 1
a_test_of_will = 2
gandalf = 3
"""
#: Smaller overlays, which are still valid after a single change more often than long ones.
SMALL_OVERLAYS = {
    "board_game": (
        "[region.minas_tirith.start.gondor]\nregular = 4\n[region.osgiliath.start]\nrohan = { elite = 1 }\n",
        "[tile.std_1]\nvalue = 2\n[die.free_peoples]\nstart = 5\n[scenario.worth]\ncity = 2\n",
        "[nation.dwarves.figures]\nregular = 9\n[region.erebor.start.dwarves]\nregular = 5\n",
        """[region.moria]
near = ["dimrill_dale", "hollin", "north_dunland", "lorien"]
[region.lorien]
near = ["dimrill_dale", "moria", "parth_celebrant"]
""",
    ),
    "card_game": (
        "[card.gimli]\ncopies = 2\nicons = { path = 3, bg_attack = 2 }\n",
        """[path.bag_end]
vp = 2
defense = 1
[scenario]
carryover = 3
winning_lead = 12
last_path = 9
""",
        """[deck.frodo]
size = 29
[deck.frodo.cards]
village_militia = 0
[scenario.seat.saruman]
draw = 3
ring_vp = 1
""",
        """[switches]
trim = false
auto_support = true
promos = true
[battleground.lorien]
vp = 3
""",
        """[card.beacon]
new = true
name = "Beacon"
side = "free_peoples"
faction = "rohan"
type = "event"
effects = [{ on = "play", do = "each(free_peoples, draw(they, 1))" }]
source = "an idea"
""",
    ),
    "lotr_lcg": (
        "[card.aragorn]\nwillpower = 3\nattack = 4\nthreat_cost = 11\n",
        """[encounter.hill_troll]
engagement = 34
hit_points = 12
victory = 4
[stage.beorns_path]
quest_points = 12
""",
        """[deck.leadership]
heroes = ["aragorn", "gloin", "eowyn"]
cards = { grim_resolve = 0, a_test_of_will = 2 }
""",
        """[scenario]
encounter_cards = { hill_troll = 1, ungoliants_spawn = 2 }
[scenario.seat.player2]
deck = "lore"
""",
        """[switches]
round_cap = 20
mode = "basic"
box_limits = true
[encounter.wargs]
threat = 3
copies = 3
""",
    ),
}
MANY_OR_FEW = (0, 1, 2, 3, 7, 20, 30, 60, 99, 128)


def _texts(game: str, *folders: str) -> list[str]:
    return [
        file.read_text("utf-8") for name in folders for file in sorted((DATA_OF[game] / name).glob("*.toml"))
    ]


def _overlays(game: str) -> tuple[str, ...]:
    whole = {
        "board_game": BOARD_GAME_OVERLAY, "card_game": CARD_GAME_OVERLAY, "lotr_lcg": LOTR_LCG_OVERLAY,
    }[game]  # fmt: skip
    rows = ("cards", "encounter", "stages") if game == "lotr_lcg" else ("cards",)
    return (whole, *SMALL_OVERLAYS[game] * 3, *_texts(game, *rows))


def _name_a_row(random: Random, sample: str, game: str) -> str:
    """Return an overlay of one or two numbers of rows that exist or almost exist."""
    values = values_of(game)
    lines = []
    for _ in range(random.choice((1, 1, 2, 5))):
        kind = random.choice([name for name in values if name not in ("switches", "scenario")])
        row = random.choice(sorted(values[kind]))
        numbers = [key for key, value in values[kind][row].items() if isinstance(value, int)]
        if numbers:
            lines.append(f"{kind}.{row}.{random.choice(numbers)} = {random.choice(MANY_OR_FEW)}")
    return "\n".join(lines) + ("\n" + sample if random.random() < 0.1 else "")


def values_of(game: str, **given: object) -> Mapping:
    """Return everything that an overlay of a game can change, as nested tables."""
    player = games.get(game)
    assert isinstance(player, DataGame)
    return player.values_of(player.load(given.pop("scenario", SCENARIO_OF[game]), **given))


def check_overlay(given: Mapping, found: Mapping) -> None:
    """Check that everything in an overlay is in the tables of values made with it."""
    assert set(given) <= set(found), set(given) - set(found)
    for kind, part in given.items():
        rows = {row["id"]: row for row in part} if isinstance(part, list) else part
        for name, row in rows.items():
            if isinstance(row, dict):
                row = {key: value for key, value in row.items() if key not in ("new", "id")}
            if kind == "scenario" and name == "seat":
                row = {seat["id"]: seat for seat in row} if isinstance(row, list) else row
                row = {seat: {k: v for k, v in one.items() if k != "id"} for seat, one in row.items()}
            if row == "all" and name in ("paths", "battlegrounds"):
                continue
            assert same(row, found[kind][name]), (kind, name, row, found[kind][name])


def _overlay_kind(game: str) -> InputKind:
    def attempt(raw: bytes, folder: Path) -> None:
        path = folder / "input.toml"
        path.write_bytes(raw)
        player, scenario = games.get(game), SCENARIO_OF[game]
        setup = player.setup(scenario, overlay=path)
        given = toml_data(raw)
        check_overlay(given, values_of(game, overlay=path))
        for switch, value in given.get("switches", {}).items():
            assert same(value, setup.switches[switch])
        check_overlay(given, values_of(game, overlay=given))

    def make(random: Random, sample: str) -> bytes:
        if random.random() < 0.15:
            sample = _name_a_row(random, sample, game)
            return sample.encode() if random.random() < 0.7 else encoded(random, mutated(random, sample))
        return encoded(random, mutated(random, sample, SMALL_OVERLAYS[game]))

    samples = _overlays(game)
    return InputKind(f"overlays of {game}", lambda: samples, attempt, make)


def _scenario_kind(game: str) -> InputKind:
    samples = _texts(game, "scenarios")

    def attempt(raw: bytes, folder: Path) -> None:
        path = folder / "input.toml"
        path.write_bytes(raw)
        setup = games.get(game).setup(str(path))
        data = toml_data(raw)
        assert setup.scenario == data["id"]
        rows = {kind: data.pop(kind) for kind in games.get(game).printed().kinds if kind in data}
        del data["id"]
        data.pop("changes", None)
        for switch, value in data.pop("switches", {}).items():
            assert same(value, setup.switches[switch])
        check_overlay(rows | {"scenario": data}, values_of(game, scenario=path))

    return InputKind(f"scenarios of {game}", lambda: samples, attempt)


def _deck_kind(game: str, place: str, own: str) -> InputKind:
    """Return the kind of the decks of a game. place: scenario and seat of our own one."""

    def attempt(raw: bytes, folder: Path) -> None:
        where, text = place_and_text(raw)
        scenario, _, seat = where.partition("/")
        path = folder / "input.toml"
        path.write_bytes(text)
        player = games.get(game)
        data = player.load(scenario, decks={seat: path})
        said = toml_data(text)
        check_copies(game, data, seat, {card: n for card, n in said.get("cards", {}).items() if n})
        assert said["name"] == data.deck_models[said["id"]].name
        player.content.setup(player.content.tables(data))

    samples = (*[placed(place, own)] * 3, *_seated_decks(game))
    return InputKind(f"decks of {game} (.toml)", lambda: samples, attempt, damaged_at_place)


def _seated_decks(game: str) -> list[str]:
    """Return the decks that come with a game, each with a scenario and a seat that has it as its place."""
    book, seats = games.get(game).printed(), {}
    for scenario, node in book.scenarios.items():
        for seat in node.find(("seat",)).rows():
            table = seat.table()
            if "deck" in table:
                seats.setdefault(table["deck"].value, f"{scenario}/{table['id'].value}")
    usual = f"{SCENARIO_OF[game]}/player1"  # decks that no seat has unless asked for
    files = {deck: Path(node.document.file) for deck, node in book.rows["deck"].items()}
    return [placed(seats.get(deck, usual), file.read_text("utf-8")) for deck, file in files.items()]


def check_copies(game: str, data: object, seat: str, said: Mapping[str, int]) -> None:
    """Check that a seat's deck has the copies a file says, and nothing else."""
    found = data.decks[seat] if game == "card_game" else data.decks[seat].cards
    assert {card: n for card, n in found.items() if n} == dict(said), (found, said)


KINDS = (
    _overlay_kind("board_game"),
    _overlay_kind("card_game"),
    _overlay_kind("lotr_lcg"),
    _scenario_kind("board_game"),
    _scenario_kind("card_game"),
    _scenario_kind("lotr_lcg"),
    _deck_kind("card_game", "trilogy/frodo", CARD_DECK),
    _deck_kind("lotr_lcg", "passage_through_mirkwood/player1", QUEST_DECK),
)
