"""The operations: the statements of events, of table cards and of abilities outside battles (BG-20).

Every operation acts for the seat that uses the text, whose side is `own`. It does as much as it can, and
nothing if there is nothing to do it to (BG-7.2, BG-20.8). Where a set has several regions or Armies but a
word acts on one, the own side picks it (BD-47).

Marks: `fills_...` names the register that a word fills, `opens` carries out its list at once, `sized` has a
number, how much it does. Other marks are names of the only triggers whose texts may have the word; `cost` is
for costs too.
"""

from __future__ import annotations

from sim.effects import NUMBER, Block, Operation, Word, optional
from sim.games.board_game.content.arguments import (
    ANY_DECK,
    ANY_NATION,
    ARMIES,
    CARDS_AT,
    CHOOSER,
    COUNT,
    DECK,
    DRAWING,
    ENEMY_CARDS,
    FIGURES,
    HARM,
    HOW_MANY,
    MARCHING,
    NATION,
    NATIONS,
    PARTING,
    PIECES,
    RECRUITING,
    REGIONS,
    SHOWS,
    SIDE,
    TILES,
    TURNS_TO,
)

_CHOICES: tuple[Word, ...] = (
    Operation(
        "pick_region",
        "that side picks a region of the set, which is `place` from then on",
        "fills_place",
        regions=REGIONS,
        who=optional(SIDE, "own"),
    ),
    Operation(
        "pick_army",
        "that side picks an Army of the set, which is `army` from then on",
        "fills_army",
        armies=ARMIES,
        who=optional(SIDE, "own"),
    ),
    Operation(
        "pick_nation",
        "that side picks a Nation of the set, which is `picked` from then on",
        "fills_nation",
        nations=NATIONS,
        who=optional(SIDE, "own"),
    ),
    Operation(
        "pick_figure",
        "that side, or chance, picks a Character of the set, who is `figure` from then on (BG-14.11)",
        "fills_figure",
        figures=FIGURES,
        who=optional(CHOOSER, "own"),
    ),
    Operation(
        "choose_number",
        "the own side chooses a number, `x`; `least` gives way if it is above `most`, down to 0",
        "fills_x",
        least=NUMBER,
        most=NUMBER,
    ),
    Operation(
        "roll",
        "roll that many dice: `rolled` is how many show at_least, or without it their sum",
        "fills_rolled",
        dice=NUMBER,
        at_least=optional(NUMBER, 0),
    ),
    Operation(
        "each_region",
        "carry out the list for each region of the set, by number (BG-19.4); that region is `place`",
        "opens fills_place",
        regions=REGIONS,
        body=Block("operation"),
    ),
    Operation(
        "choose",
        "that side chooses one of the options that can do something; `option(nothing)` always can",
        "opens",
        who=SIDE,
        options=Block("operation"),
    ),
    Operation("option", "one option of a choice", "opens", body=Block("operation")),
    Operation(
        "may", "the own side chooses whether the list is carried out", "opens", body=Block("operation")
    ),
)

_FELLOWSHIP: tuple[Word, ...] = (
    Operation(
        "add_tile",
        "these special tiles are in play, in the pool if on the Mordor Track (BG-16.2)",
        tiles=TILES,
    ),
    Operation("corrupt", "Corruption + n; negative heals, not below 0 (BG-17.1)", "sized", n=NUMBER),
    Operation("hide", "hide a revealed Fellowship (BG-15.5)"),
    Operation("walk", "move a hidden Fellowship without a die (BG-14.1, BG-16.3)"),
    Operation("reveal", "reveal a hidden Fellowship (BG-14.14, BG-16.5)"),
    Operation("hunt", "a Hunt roll as if the Fellowship had moved, with what follows (BG-14.3)"),
    Operation(
        "drift",
        "the own side puts the Ring-bearers' figure into one of these regions; nothing else changes",
        regions=REGIONS,
    ),
    Operation(
        "separate",
        "one Companion or group leaves (BG-8.6), `extra` further; a level above 0 replaces its own",
        extra=optional(NUMBER, 0),
        level=optional(NUMBER, 0),
        how=optional(PARTING, "plain"),
    ),
    Operation(
        "scatter",
        "n Companions whom the Free Peoples pick leave, and stay with the Ring-bearers (BG-16.7)",
        "sized",
        n=NUMBER,
    ),
    Operation(
        "depart",
        "each of these leaves the Fellowship, or is saved from it, as if separated alone (BG-8.6, BG-14.13)",
        figures=FIGURES,
    ),
    Operation(
        "draw_tile",
        "draw a tile as a successful Hunt does, an Eye is 0; a void one is set aside (BG-14.9, BG-16.9)",
        "fills_drawn fills_rolled",
        void=optional(TILES, "nothing"),
        how=optional(DRAWING, "plain"),
    ),
    Operation(
        "probe_tiles",
        "draw n tiles; for n Eyes carry out the list, else the Eyes leave the game; the others return",
        "opens",
        n=NUMBER,
        body=Block("operation"),
    ),
    Operation(
        "redraw",
        "draw a second tile that counts instead; then the first goes back to the pool",
        "tile_drawn",
    ),
    Operation(
        "skip_tile", "the tile is not drawn; on the Mordor Track: `mordor_skip_advances`", "before_tile"
    ),
    Operation("reduce", "damage of the tile - n, not below 0", "sized tile_drawn damage", n=NUMBER),
    Operation(
        "hunt_bonus", "+ n on every die of the Hunt roll and its re-rolls", "sized hunt_roll", n=NUMBER
    ),
)

_FIGURES: tuple[Word, ...] = (
    Operation(
        "move_figures",
        "the own side moves any of these that are on the map, as by a Character die (BG-8.3, BG-8.4)",
        figures=FIGURES,
    ),
    Operation(
        "move_to",
        "those on the map, or in these Armies only, go to the region; of the escort with them any may go",
        figures=FIGURES,
        to=REGIONS,
        of=optional(ARMIES, "everything"),
        escort=optional(FIGURES, "nothing"),
    ),
    Operation(
        "enter",
        "enters play in one of the regions, as `replacing` stands; without `at` in the Fellowship (BG-8.8)",
        figures=FIGURES,
        at=optional(REGIONS, "nothing"),
        replacing=optional(FIGURES, "nothing"),
    ),
    Operation("eliminate", "each of these Characters is eliminated (BG-1.13, BG-14.13)", figures=FIGURES),
)

_ARMIES: tuple[Word, ...] = (
    Operation(
        "march",
        "up to n different Armies of the set move up to so many regions, each ending in `to` (BG-7.7)",
        armies=ARMIES,
        n=optional(NUMBER, 1),
        steps=optional(NUMBER, 1),
        to=optional(REGIONS, "everything"),
        must=optional(FIGURES, "nothing"),
        how=optional(MARCHING, "plain"),
    ),
    Operation(
        "gather",
        "up to n units of the Nation go from these regions to the other (BG-7.7)",
        "sized",
        nation=NATION,
        n=NUMBER,
        origin=REGIONS,
        to=REGIONS,
    ),
    Operation(
        "attack",
        "an Army of the set attacks one of `target` as it can (BG-7.8); besieged ones are assaulted",
        "target",
        armies=ARMIES,
        target=optional(ARMIES, "everything"),
        rounds=optional(NUMBER, 1),
        fewer=optional(NUMBER, 0),
        must=optional(FIGURES, "nothing"),
        cards=optional(ENEMY_CARDS, "open"),
        unless=optional(FIGURES, "nothing"),
    ),
    Operation(
        "wound",
        "an Army of the set takes n hits outside a battle (BG-7.9)",
        "sized",
        armies=ARMIES,
        n=NUMBER,
        how=optional(HARM, "units"),
    ),
    Operation(
        "rout",
        "an Army of the set must retreat (BG-11.15), or is destroyed if it cannot",
        armies=ARMIES,
        how=optional(HARM, "units"),
    ),
    Operation(
        "recruit",
        "n figures into each of so many regions of the set, from the pool (BG-7.6)",
        "sized",
        nation=NATION,
        piece=PIECES,
        n=NUMBER,
        at=REGIONS,
        places=optional(COUNT, 1),
        how=optional(RECRUITING, "plain"),
    ),
    Operation(
        "upgrade",
        "n times, as often as possible: in one of the Armies a Regular becomes an Elite of its Nation",
        "sized",
        armies=ARMIES,
        n=optional(NUMBER, 1),
        nation=optional(ANY_NATION, "any"),
    ),
    Operation(
        "remove",
        "eliminate n figures of these sorts in the Armies, which that side picks one by one (BG-1.13)",
        "sized",
        armies=ARMIES,
        piece=PIECES,
        n=optional(NUMBER, 1),
        nation=optional(ANY_NATION, "any"),
        who=optional(SIDE, "own"),
    ),
)

_POLITICS: tuple[Word, ...] = (
    Operation(
        "advance",
        "each Nation goes n steps towards war, a passive one not into it; negative: back (BG-10.1)",
        "sized",
        nations=NATIONS,
        n=optional(NUMBER, 1),
    ),
    Operation("activate", "each Nation becomes active (BG-10.3e)", nations=NATIONS),
    Operation("enter_war", "each Nation becomes active and At War", nations=NATIONS),
)

_CARDS: tuple[Word, ...] = (
    Operation(
        "draw", "draw n cards of that deck (BG-3.2, BG-6.1)", "sized", deck=ANY_DECK, n=optional(NUMBER, 1)
    ),
    Operation(
        "discard",
        "a card of that side and deck is discarded, which another side or chance may pick",
        "cost",
        side=SIDE,
        zone=CARDS_AT,
        deck=DECK,
        who=optional(CHOOSER, "own"),
    ),
    Operation("play_card", "play the event of a card of that deck from hand without a die", deck=DECK),
    Operation(
        "turn_dice",
        "n unused Action dice of a side that show the face are turned; Eyes go to the Hunt Box",
        "sized",
        side=SIDE,
        shows=SHOWS,
        to=TURNS_TO,
        n=optional(COUNT, 1),
        how=optional(HOW_MANY, "exactly"),
    ),
)

OPERATION_WORDS = (*_CHOICES, *_FELLOWSHIP, *_FIGURES, *_ARMIES, *_POLITICS, *_CARDS)
