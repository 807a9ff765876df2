"""The words of sets: regions, Armies, figures, Nations and Hunt tiles.

region: the 105 regions of the map. army: the stands on the map, 105 fields and 16 boxes (not the working
stands); a set of Armies holds those stands where an Army of the set is. figure: the 13 Characters, then
`nazgul`, all plain Nazgûl together, and `leader`, all Leaders of the Free Peoples together. nation: the 8
Nations. tile: the kinds of Hunt tiles.
"""

from __future__ import annotations

from collections.abc import Mapping

from mazarbul.sim.effects import Alias, Attribute, Changing, Live, Relation
from mazarbul.sim.effects.vocabulary import SetWord
from mazarbul.sim.engine.declared import numbered, spelled
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.ground import Ground
from mazarbul.sim.games.board_game.content.states import ARMY_IS, FIGURE_IS, NATION_IS, REGION_IS

#: The sorts of sets, in the order of the catalogue.
SORT = numbered("Sort", ("REGION", "ARMY", "FIGURE", "NATION", "TILE"))
SORTS = tuple(spelled(SORT))

#: The figures that are no Characters, after them in the catalogue.
NAZGUL = "nazgul"
LEADER = "leader"
KINDS = ("companion", "gollum", "minion", NAZGUL, LEADER)
FLAGS = ("coastal", "east_edge", "fortification")
SHOWN = ("number", "eye", "die", "reveal", "stop")


def set_words(ground: Ground) -> Mapping[str, tuple[SetWord, ...]]:
    """Return the words of each sort of set, for one map."""
    return {
        "region": _regions(ground),
        "army": _armies(ground),
        "figure": _FIGURES,
        "nation": _NATIONS,
        "tile": _TILES,
    }


def _regions(ground: Ground) -> tuple[SetWord, ...]:
    return (
        Attribute("name", "the regions with these ids", key="id"),
        Attribute("nation", "regions of these Nations (BG-1.3)", values=ids.NATIONS),
        Attribute(
            "side", "regions of a Nation of that side, under either side's control (BG-1.3)", values=ids.SIDES
        ),
        Attribute("settlement", "regions with such a Settlement (BG-1.4)", values=ids.SETTLEMENTS),
        Attribute("flag", "regions with that flag (BG-1.5, BG-1.6)", values=FLAGS),
        Alias("coastal", "regions at the western sea (BG-1.6)", "flag(coastal)"),
        Alias("east_edge", "regions at the eastern edge of the map (BG-1.6)", "flag(east_edge)"),
        Alias("settled", "regions with a Settlement (BG-1.4)", "settlement(town, city, stronghold)"),
        Changing(
            "conquered",
            "the enemy of its original side controls its Settlement (BG-1.7)",
            required=REGION_IS.CONQUERED,
        ),
        Alias(
            "unconquered",
            "its original side controls its Settlement, besieged or not (BG-1.7)",
            "settled - conquered",
        ),
        Changing(
            "besieged", "its Stronghold is under siege by either side (BG-13.6)", required=REGION_IS.BESIEGED
        ),
        Changing(
            "free_to_free_peoples",
            "free for the Free Peoples (BG-1.14b)",
            required=REGION_IS.FREE_TO_FREE_PEOPLES,
        ),
        Changing("free_to_shadow", "free for the Shadow (BG-1.14b)", required=REGION_IS.FREE_TO_SHADOW),
        Relation(
            "near", "regions at most so many steps away, themselves too (BG-1.2)", find=ground.near, default=1
        ),
        Live("fellowship", "the region of the Ring-bearers; none on the Mordor Track (BG-7.10)"),
        Live("place", "the region picked, or the one that `each_region` has come to; none before (BD-47)"),
        Live("battle", "the region of the defender in the current battle; none without a battle (BG-11.1)"),
        Live("with_army", "regions with such an Army, in the field or the box (BG-1.10)", of="army"),
        Live(
            "with_figure",
            "regions on the map with such a figure, in the field or the box (BG-1.9)",
            of="figure",
        ),
    )


def _armies(ground: Ground) -> tuple[SetWord, ...]:
    return (
        Changing("free_peoples", "Armies of the Free Peoples (BG-1.10)", required=ARMY_IS.FREE_PEOPLES),
        Changing("shadow", "Armies of the Shadow (BG-1.10)", required=ARMY_IS.SHADOW),
        Changing("besieged", "in a box, under siege (BG-13.6)", required=ARMY_IS.BESIEGED),
        Changing(
            "besieging", "in a field, with an enemy Army in the box (BG-13.5)", required=ARMY_IS.BESIEGING
        ),
        Changing("warring", "with a unit of a Nation At War (BG-11.2)", required=ARMY_IS.WARRING),
        Changing("mixed", "with units of two Nations or more (BG-1.10)", required=ARMY_IS.MIXED),
        Relation(
            "near",
            "in a region at most so many steps away, the same one too (BG-1.2)",
            find=ground.near_stands,
            default=1,
        ),
        Relation(
            "beside",
            "in another region at most so many steps away (BG-1.2)",
            find=ground.beside,
            default=1,
        ),
        Live("army", "the Army picked; none before (BD-47)"),
        Live("target", "the Army that the `attack` being carried out attacks; none elsewhere (BG-11.1)"),
        Live("at", "in the field or the box of these regions (BG-1.9)", of="region"),
        Live("holding", "with such a figure in the same field or box (BG-1.9)", of="figure"),
        Live("with_units", "with a unit of one of these Nations (BG-1.10)", of="nation"),
    )


_FIGURES: tuple[SetWord, ...] = (
    Attribute("name", "the figures with these ids", key="id"),
    Attribute("kind", "figures of these kinds (BG-1.8)", values=KINDS),
    Alias("companion", "Companions, Aragorn and Gandalf the White too (BG-1.8)", "kind(companion)"),
    Alias("hobbit", "Meriadoc and Peregrin (BG-20.2)", "name(meriadoc, peregrin)"),
    Alias("heir", "Strider or Aragorn (BG-8.9)", "name(strider, aragorn)"),
    Alias("gandalf", "Gandalf the Grey or the White (BG-8.9)", "name(gandalf_grey, gandalf_white)"),
    Alias("minion", "the Minions, the Witch-king too (BG-1.8)", "kind(minion)"),
    Alias("wraith", "plain Nazgûl (BG-1.8)", f"name({NAZGUL})"),
    Alias("nazgul", "plain Nazgûl and the Witch-king (BG-1.8)", f"name({NAZGUL}, witch_king)"),
    Alias("leader", "Leaders of the Free Peoples (BG-1.8)", f"name({LEADER})"),
    Changing(
        "on_map",
        "in some field or box; for Leaders and Nazgûl: any of them (BG-1.9)",
        required=FIGURE_IS.ON_MAP,
    ),
    Changing(
        "in_fellowship",
        "in the Fellowship; Gollum as its Guide too (BG-2.3)",
        required=FIGURE_IS.IN_FELLOWSHIP,
    ),
    Changing("guide", "the Guide (BG-15.6, BG-15.7)", required=FIGURE_IS.GUIDE),
    Changing("gone", "eliminated, out of the game (BG-1.13)", required=FIGURE_IS.GONE),
    Live("figure", "the Character picked, or the one that `slay` eliminated; none before (BD-47)"),
    Live("at", "on the map in these regions, in the field or the box (BG-1.9)", of="region"),
    Live("among", "in the field or the box of one of these Armies (BG-1.10)", of="army"),
)

_NATIONS: tuple[SetWord, ...] = (
    Attribute("name", "the Nations with these ids", key="id"),
    Attribute("side", "the Nations of that side (BG-1.1)", values=ids.SIDES),
    Changing("active", "active Nations (BG-10.1); those of the Shadow always are", required=NATION_IS.ACTIVE),
    Changing("at_war", "Nations At War (BG-10.1)", required=NATION_IS.AT_WAR),
    Live("picked", "the Nation picked; none before (BD-47)"),
    Live("of", "the Nations that these regions belong to (BG-1.3)", of="region"),
)

_TILES: tuple[SetWord, ...] = (
    Attribute("name", "the kinds of tiles with these ids", key="id"),
    Attribute("kind", "standard tiles, or the special ones of a side (BG-1.16)", values=ids.TILE_SORTS),
    Attribute(
        "shows", "tiles that show one of these; `number` and `eye` exclude each other (BG-14.7)", values=SHOWN
    ),
)
