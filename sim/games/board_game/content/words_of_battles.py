"""The manoeuvres, statements of battles alone, and the modifiers, rules that change while a text applies.

A manoeuvre is carried out at the step of its tactic (BG-12.3), or when a battle starts. `own` is the side of
the card or figure. Hits, dice and bonuses are those of the current round. What the words in capitals below
need besides their help:

STRIKE hits the enemy at once, who takes casualties before anything else (BG-12.6); its hits are the part
`extra` of the own hits. Without units on a side the battle ends.
CONVERT changes misses of the Combat roll before the Leader re-roll: they count as hits of the part `roll`,
and fewer dice can be re-rolled.
MORE_HITS counts in `total` and `waiting`; below 0 it takes hits away from the own score, not below none.
FORFEIT: the player picks n Characters of the set who take part, and whose Leadership is neither muted,
cancelled nor forfeited yet; `all`: every one of them. Without one, or with fewer than n, the price is not
paid.
FORFEIT_POINTS: 1 of each plain Nazgûl, 2 of the Witch-king, of whom a single point can be given up; which,
the player picks. A price that is not paid ends the list (`forfeit_is_price`).
SUFFER: casualties like those of the enemy's hits, but taken at once; the last hit point always stays.
MUTE: captains lose their Combat Strength too (BG-12.5). The figure can still be slain.
SLAY: `leader` is any Leader of the side that takes part, `wraith` a plain Nazgûl. The Character slain is
`figure` afterwards; for Leaders and plain Nazgûl it stays empty.
WITHDRAW: into an adjacent free region (BG-11.15), or into the Stronghold of the region (BG-13.4).

Marks of manoeuvres: `price` ends the list if it cannot be paid in full (BG-12.5); `opens`, `sized` and
`fills_...` as for operations; `battle_start` is the only trigger with that word.

A modifier holds while its card is on the table, or its figure on the map, or the Guide (`rules/standing.py`).
Its arguments never change during a game.
"""

from __future__ import annotations

from mazarbul.sim.effects import NUMBER, Block, Modifier, Statement, Word, optional
from mazarbul.sim.games.board_game.content.arguments import (
    COUNT,
    FIGURES,
    NATIONS,
    PLAIN_SIDE,
    REGIONS,
    ROLLS,
    SIDE,
    SIDES,
    TILES,
)


class Manoeuvre(Statement):
    """A statement of a battle: the words of tactics (BG-12.3)."""

    sort = "manoeuvre"


MANOEUVRE_WORDS: tuple[Word, ...] = (
    Manoeuvre(
        "choose_number",
        "the own side chooses a number, `x`; `least` gives way if it is above `most`, down to 0 (BD-32)",
        "fills_x",
        least=NUMBER,
        most=NUMBER,
    ),
    Manoeuvre(
        "choose",
        "that side chooses one of the options that can do something; `option(nothing)` always can (BD-34)",
        "opens",
        who=SIDE,
        options=Block("manoeuvre"),
    ),
    Manoeuvre("option", "one option of a choice (BD-34)", "opens", body=Block("manoeuvre")),
    Manoeuvre(
        "may",
        "the own side chooses whether the list is carried out (BD-34)",
        "opens",
        body=Block("manoeuvre"),
    ),
    Manoeuvre(
        "add",
        "+ n, or - n, on each die of that side's rolls in this round (BG-11.8)",
        "sized",
        n=NUMBER,
        on=ROLLS,
        who=optional(SIDES, "own"),
    ),
    Manoeuvre(
        "fewer_dice", "that side rolls n Combat dice fewer, at least 1 (BG-11.7)", "sized", who=SIDE, n=NUMBER
    ),
    Manoeuvre("most_dice", "that side rolls at most n Combat dice (BG-11.7)", "sized", who=SIDE, n=NUMBER),
    Manoeuvre(
        "strike",
        "an extra attack with n dice (BG-12.6), hitting on at_least, or by default on the current hit number",
        "sized",
        n=NUMBER,
        at_least=optional(NUMBER, 0),
    ),
    Manoeuvre("more_hits", "n hits more for the own side; negative: given up (BG-12.8)", "sized", n=NUMBER),
    Manoeuvre("cancel_hits", "n of the enemy's hits that wait are cancelled (BG-12.8)", "sized", n=NUMBER),
    Manoeuvre("cancel_card", "the enemy's Combat card does nothing (BG-12.4)"),
    Manoeuvre(
        "convert",
        "up to n missed dice of the own Combat roll become hits, not to be re-rolled (BG-11.10)",
        "sized",
        n=NUMBER,
    ),
    Manoeuvre(
        "forfeit",
        "Leadership of n Characters is given up for this round, at battle_start for the battle (BG-12.5)",
        "price",
        figures=FIGURES,
        n=optional(COUNT, 1),
    ),
    Manoeuvre(
        "forfeit_points", "give up n points of Nazgûl Leadership for this round (BG-12.5)", "price", n=NUMBER
    ),
    Manoeuvre("suffer", "the own side takes n hits at once, not its last (BG-12.7)", "sized", n=NUMBER),
    Manoeuvre("no_reroll", "that side has no Leader re-roll in this round (BG-11.10)", who=SIDE),
    Manoeuvre(
        "mute",
        "an enemy Character that the own side names has no Leadership and abilities in this round (BG-12.5)",
        figures=FIGURES,
    ),
    Manoeuvre("withdraw", "the own Army retreats or withdraws into siege at once; the battle ends (BD-33)"),
    Manoeuvre(
        "ones_backfire", "each 1 of the enemy's Combat roll hits its own Army, and is not re-rolled (BG-11.8)"
    ),
    Manoeuvre(
        "slay",
        "a participating figure of at most that Level, which the own side picks, is eliminated (BG-1.13)",
        "fills_figure",
        figures=FIGURES,
        who=SIDE,
        level=optional(COUNT, "all"),
    ),
    Manoeuvre(
        "no_nazgul_leadership", "Nazgûl Leadership is 0 until the battle ends (BG-11.11)", "battle_start"
    ),
)

MODIFIER_WORDS: tuple[Word, ...] = (
    Modifier("walks_set_aside", "dice for moves of the Fellowship do not go to the Hunt Box (BG-14.2)"),
    Modifier(
        "barred",
        "Armies of that side do not enter these regions nor attack there; those there may stay (BG-9.3)",
        side=PLAIN_SIDE,
        regions=REGIONS,
    ),
    Modifier(
        "guarded",
        "a Companion (BG-8.5), a declaration or attack in these regions, and nothing else, activates them",
        nations=NATIONS,
        regions=REGIONS,
    ),
    Modifier(
        "no_tactics",
        "that side uses no Combat cards in battles in these regions (BG-12.1)",
        side=PLAIN_SIDE,
        regions=REGIONS,
    ),
    Modifier(
        "no_rousing",
        "that side does not advance a passive Nation by a Muster result (BG-10.6)",
        side=PLAIN_SIDE,
    ),
    Modifier("strength", "+ n Combat Strength while taking part (BG-11.7)", n=NUMBER),
    Modifier("hide_with_any_die", "any unused die hides the Fellowship (BG-6.7)"),
    Modifier("ride", "this Level to move, alone or with one Hobbit (BG-8.11)", level=NUMBER),
    Modifier("no_reveal", "Reveal on these tiles is ignored (BG-14.14)", tiles=TILES),
    Modifier("muster_as_army", "so often a turn a Muster result is an Army result (BG-6.6)", times=NUMBER),
    Modifier("elites_lead", "Elites of these Nations are Leaders too (BG-6.9)", nations=NATIONS),
)
