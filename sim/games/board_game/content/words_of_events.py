"""The operations: the statements of events, of table cards and of abilities outside battles (BG-20).

Every operation acts for the seat that uses the text, whose side is `own`. It does as much as it can, and
nothing if there is nothing to do it to (BG-7.2, BG-20.8). Where a set has several regions or Armies but a
word acts on one, the own side picks it (BD-47). What the words in capitals below need besides their help:

CHOOSE offers an option if one of its statements can do something now. A single option is carried out unasked.
CHOOSE_NUMBER gives x = most, but at least 0, without asking if `least` is not below `most`.
MARCH: n different Armies of the set, one by one, as many as can (BG-7.2); with `up_to` the player may stop
after any (BD-16). A part of each may stay (BG-9.1), and what has moved does not move again. Regions on the
way, up to `steps`, must all be free for the side's Armies (BG-1.14a), and the border rule holds (BG-9.4). The
way ends in a region of `to`; with `joins` another own Army that is not the rest of the moving one must be in
its field. `must`: one figure of that set at least goes along. With `direct` the region of `to` need not be
near, but must hold no enemy Army in its field, unless `fights`: then the moving part attacks that Army as if
the regions touched, with the politics, withdrawal and advance of every attack (BG-7.8). A besieged enemy Army
is not attacked: its besiegers are joined.
ATTACK: the player picks an Army of the set, what takes part, and the target (BD-17, BD-18) out of all that
this Army can attack (BG-11.1, BG-11.2) and that are in `target`. `rounds`: of an assault before it must be
extended (BG-13.8). `fewer`: Combat dice that the enemy rolls fewer in every round, at least 1, evaluated once
at the start. `must`: one figure of that set at least is in the attacking part. `cards=locked`: no Combat card
of the enemy in round 1, unless a figure of `unless` takes part on its side.
WOUND, ROUT: the owner picks casualties (BG-7.3, BG-11.13). With `everyone` the Characters and Nazgûl of an
Army die with its last unit, otherwise they survive (`card_attack_spares_characters`). The besieger captures a
Stronghold whose box is emptied so (BG-7.9).
RECRUIT: as many of the n figures as the pool has and the limits allow; into `places` different regions of
`at` that the player picks, n into each; `all`: into each region of the set. A sort of two pieces (`unit`) is
picked figure by figure. Where it may be: BG-7.6. `up_to` or `event_recruit_partial`: the player may stop.
`join`: also with an own Army that besieges a Stronghold, for cards that name an Army or a Character there.
UPGRADE: a Regular of the Army leaves as an eliminated figure does (BG-1.13), an Elite of its Nation comes
from the pool; not without one.
REMOVE: `nazgul` are plain Nazgûl. Leaders left without units go too (BG-1.12).
SEPARATE: the player picks the Companions of one group out of the Fellowship, then its region (BD-25). With
`on_map` he may instead move one group that is on the map, by the range of its Level, or `level`, and `extra`.
SCATTER, DEPART: on the Mordor Track who leaves is eliminated instead (BG-16.7). DEPART in
`eliminated_in_fellowship` saves the figure, which is no longer eliminated.
MOVE_TO: figures go to one region of `to` (the player picks), into the field, or into the box if their side's
Stronghold there is besieged (BG-8.7). `of`: only figures in these Armies, which for `wraith` are all of them.
ENTER with `replacing` takes the field or box where that figure stands, which leaves the game for good.
DRAW_TILE: tiles of `void` are only put with those drawn. Reveal and Stop work as BG-14.9 and BG-16.9 say.
TURN_DICE: `any` is every face but the one it is turned to.
DISCARD: `who` picks the card; from a hand of the enemy only chance can.

Marks: `fills_...` names the register that a word fills, `opens` carries out its list at once, `sized` has a
number, how much it does, `target` knows that register in its `fewer`. Other marks are names of the only
triggers whose texts may have the word; `cost` is for costs too.
"""

from __future__ import annotations

from mazarbul.sim.effects import NUMBER, Block, Operation, Word, optional
from mazarbul.sim.games.board_game.content.arguments import (
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
        "that side picks a region of the set, which is `place` from then on (BD-47)",
        "fills_place",
        regions=REGIONS,
        who=optional(SIDE, "own"),
    ),
    Operation(
        "pick_army",
        "that side picks an Army of the set, which is `army` from then on (BD-47)",
        "fills_army",
        armies=ARMIES,
        who=optional(SIDE, "own"),
    ),
    Operation(
        "pick_nation",
        "that side picks a Nation of the set, which is `picked` from then on (BD-47)",
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
        "the own side chooses a number, `x`; `least` gives way if it is above `most`, down to 0 (BD-47)",
        "fills_x",
        least=NUMBER,
        most=NUMBER,
    ),
    Operation(
        "roll",
        "roll that many dice: `rolled` is how many show at_least, or without it their sum (BG-7.2)",
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
        "that side chooses one of the options that can do something; `option(nothing)` always can (BD-47)",
        "opens",
        who=SIDE,
        options=Block("operation"),
    ),
    Operation("option", "one option of a choice (BD-47)", "opens", body=Block("operation")),
    Operation(
        "may",
        "the own side chooses whether the list is carried out (BG-7.2)",
        "opens",
        body=Block("operation"),
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
        "the own side puts the Ring-bearers' figure into one of these regions, and that is all (BG-7.10)",
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
        "draw n tiles; with n Eyes carry out the list, else Eyes leave the game; the rest returns (BG-14.8)",
        "opens",
        n=NUMBER,
        body=Block("operation"),
    ),
    Operation(
        "redraw",
        "draw a second tile that counts instead; then the first goes back to the pool (BG-14.9)",
        "tile_drawn",
    ),
    Operation(
        "skip_tile",
        "the tile is not drawn; on the Mordor Track: `mordor_skip_advances` (BG-14.6)",
        "before_tile",
    ),
    Operation("reduce", "damage of the tile - n, not below 0 (BG-14.9)", "sized tile_drawn damage", n=NUMBER),
    Operation(
        "hunt_bonus",
        "+ n on every die of the Hunt roll and its re-rolls (BG-14.4)",
        "sized hunt_roll",
        n=NUMBER,
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
        "those on the map, or in these Armies, go to the region; any of the escort with them may go (BG-7.7)",
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
        "n different Armies of the set move up to so many regions, each ending in `to` (BG-7.7)",
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
        "n times, if possible: in one of the Armies a Regular becomes an Elite of its Nation (BG-7.6)",
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
    Operation("enter_war", "each Nation becomes active and At War (BG-10.1)", nations=NATIONS),
)

_CARDS: tuple[Word, ...] = (
    Operation(
        "draw", "draw n cards of that deck (BG-3.2, BG-6.1)", "sized", deck=ANY_DECK, n=optional(NUMBER, 1)
    ),
    Operation(
        "discard",
        "a card of that side and deck is discarded, which another side or chance may pick (BG-7.4)",
        "cost",
        side=SIDE,
        zone=CARDS_AT,
        deck=DECK,
        who=optional(CHOOSER, "own"),
    ),
    Operation(
        "play_card", "play the event of a card of that deck from hand without a die (BD-50)", deck=DECK
    ),
    Operation(
        "turn_dice",
        "n unused Action dice of a side that show the face are turned; Eyes go to the Hunt Box (BG-4.2)",
        "sized",
        side=SIDE,
        shows=SHOWS,
        to=TURNS_TO,
        n=optional(COUNT, 1),
        how=optional(HOW_MANY, "exactly"),
    ),
)

OPERATION_WORDS = (*_CHOICES, *_FELLOWSHIP, *_FIGURES, *_ARMIES, *_POLITICS, *_CARDS)
