"""Positions as text, both ways: every field that play from a decision depends on.

Fields that only the records of a run need (records of cards, rounds, finished stages, blame) are left out.
docs/play-script.md describes the statements; `position_reader.py` reads them.
"""

from __future__ import annotations

import re

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.content.grants import sets_of, statements_of
from mazarbul.sim.games.lotr_lcg.frames import (
    FRAME_KINDS,
    Attack,
    EnemyAttack,
    PlayerAttack,
    Priority,
    Window,
)
from mazarbul.sim.games.lotr_lcg.rules import encounter, travel
from mazarbul.sim.games.lotr_lcg.rules.changes import has_shadow_text
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.places import (
    attachments_of,
    cards_in,
    deck_of,
    discard_of,
    encounter_cards,
    shadowed,
    shadows_of,
)
from mazarbul.sim.games.lotr_lcg.text.position_builder import build_state, make_state
from mazarbul.sim.games.lotr_lcg.text.position_items import TEXTLESS
from mazarbul.sim.games.lotr_lcg.text.position_reader import PositionReader
from mazarbul.sim.games.lotr_lcg.text.position_words import (
    MODIFIER_OF,
    MODIFIERS,
    PHASES,
    STEPS,
    TIMES,
    TURN_STEPS,
    WINDOWS,
)
from mazarbul.sim.games.lotr_lcg.text.reasons import MOVES
from mazarbul.sim.notation.remains import remains
from mazarbul.sim.notation.statements import wrapped

CHECKING = (ids.PHASE.ENCOUNTER, encounter.CHECKS)

_WORD = re.compile(r"[\w#]+")  # of a card, among others

#: Fields that a position does not carry: workspace, the log, and fields that only the records of a run need.
OUTSIDE = (
    "keys", "found", "stack", "is_logged", "event_n", "events", "blame", "threat_record", "progress_record",
    "card_record", "harm_record", "past_points",
)  # fmt: skip


def parse_position(
    names: Names, text: str, file: str | None = None, first_line: int = 1
) -> tuple[Names, np.record]:
    """Return the names and a new STATE record of the text of a position, advanced to its first decision.

    names: those of the game it is played in; the returned names are those of a game with every card
    that the text names. Anything the text leaves out is empty or neutral. Raises ScriptError.
    """
    reader = PositionReader(names)
    reader.read_text(text, file, first_line)
    return build_state(reader)


def has_text(s: np.record) -> bool:
    """Return whether the pending decision is one that a position can be written at.

    Nothing may be unfinished except a window and the attack that it belongs to. s: STATE record.
    """
    if s.phase == ids.PHASE.OVER or s.actor == ids.NONE or s.pending_n > 0:
        return False
    if s.frame_n == 0:
        return int(s.step) in STEPS[int(s.phase)].values()
    if s.decision != actions.WINDOW or s.frame_n > 2:
        return False
    window = int(s.frames[s.frame_n - 1, Window.window])
    below = int(s.frames[0, KIND])
    if window in ids.ENEMY_ATTACK_WINDOWS:
        return s.frame_n == 2 and below == EnemyAttack.kind
    if window in ids.PLAYER_ATTACK_WINDOWS:
        return s.frame_n == 2 and below == PlayerAttack.kind
    return s.frame_n == 1


def position_text(names: Names, s: np.record) -> str:
    """Return the text of a position, at any decision.

    s: STATE record. Raises ValueError if no decision is pending. In an action window, or if a phase itself
    asks for something, the statements are enough; otherwise the rest follows
    (`mazarbul.sim.notation.remains`).
    """
    if s.actor == ids.NONE or s.phase == ids.PHASE.OVER:
        raise ValueError("a position has a text only while a decision is pending")
    lines = _statements(names, s)
    if not has_text(s):
        lines += _remains(names, s, lines)
    return "\n".join(lines) + "\n"


def _remains(names: Names, s: np.record, lines: list[str]) -> list[str]:
    """Return the lines of what is pending, after a comment that describes it in words."""
    reader = PositionReader(names)
    reader.read_text("\n".join(lines))
    with np.errstate(over="ignore"):
        _, made = make_state(reader)
    words = f"# {names.seats[s.actor]} decides: {MOVES.legal(names, s)}"
    return [words, *remains(_tidy(made), _tidy(s), FRAME_KINDS)]


def _tidy(s: np.record) -> np.record:
    """Return a copy without the parts that a position does not carry: OUTSIDE and unused rows."""
    other = s.copy()
    for field in OUTSIDE:
        other[field] = 0
    for rows, n in (("frames", s.frame_n), ("options", s.option_n), ("pending", s.pending_n),
                    ("grants", s.grant_n), ("later", s.later_n), ("uses", s.use_n)):  # fmt: skip
        other[rows][n:] = 0
    for block in range(ids.BLOCKS):
        other.deck[block, s.deck_n[block] :] = 0
        other.discard[block, s.discard_n[block] :] = 0
    return other


def _statements(names: Names, s: np.record) -> list[str]:
    """Return the statements of a position."""
    lines = [*_clock(names, s), *_quest(names, s)]
    for player in range(len(names.seats)):
        lines += _player(names, s, player)
    lines += [*_encounter(names, s), *_attack(names, s), *_lasting(names, s)]
    return lines + _hidden(names, s, set(_WORD.findall("\n".join(lines))))


# Clock and quest ------------------------------------------------------------------------------------


def _clock(names: Names, s: np.record) -> list[str]:
    phase, step = int(s.phase), travel.CHOICE if s.decision == actions.TRAVEL else int(s.step)
    lines = [f"round {s.round_number}", f"first {names.seats[s.first_player]}"]
    if s.frame_n > 0 and has_text(s):
        frame = s.frames[s.frame_n - 1]
        window = int(frame[Window.window])
        passes = f" passes {frame[Priority.passes]}" if frame[Priority.passes] else ""
        lines.append(f"window {ids.WINDOW_NAMES[window]} {names.seats[frame[Priority.player]]}{passes}")
        acted = [(seat, int(frame[Window.uses + i])) for i, seat in enumerate(names.seats)]
        lines += [f"acted {seat} {n}" for seat, n in acted if n]
        phase, step = WINDOWS[window]
    else:
        words = (word for word, number in STEPS[phase].items() if number == step)
        word = next(words, next(iter(STEPS[phase])))  # steps in between are in the remains
        lines.append(f"phase {next(name for name, i in PHASES.items() if i == phase)} {word}")
    if (phase, step) == CHECKING:
        lines += [f"turn {names.seats[s.turn_of]}", f"vain {s.cursor}"]
    elif (phase, step) in TURN_STEPS:
        n = len(names.seats)
        lines.append(f"turns_from {names.seats[s.turn_of]}")
        lines.append("turn over" if s.cursor >= n else f"turn {names.seats[(s.turn_of + s.cursor) % n]}")
    return lines


def _quest(names: Names, s: np.record) -> list[str]:
    stage = names.stages[s.stage]
    points = f" {names.tables.stage_points[s.stage]}" if stage == TEXTLESS else ""
    lines = [f"stage {stage}{points} progress {s.quest_progress}"]
    if s.was_true:
        lines.append(f"noticed {' '.join(str(i + 1) for i in members(s.was_true))}")
    if s.allies_played:
        lines.append(f"allies_played {s.allies_played}")
    return lines


# Players and cards ----------------------------------------------------------------------------------


def _player(names: Names, s: np.record, player: int) -> list[str]:
    """Return the lines of a player's zones."""
    seat = names.seats[player]
    lines = [f"threat {seat} {s.threat[player]}"]
    if s.eliminated[player]:
        lines.append(f"eliminated {seat} {ids.ELIMINATIONS[s.eliminated[player]]}")
    controlled = [card for card in cards_in(s.controlled[player]) if s.host[card] == ids.NONE]
    kinds: dict[str, list[int]] = {"heroes": [], "allies": []}
    for card in controlled:
        kinds["heroes" if names.entries[card]["type"] == "hero" else "allies"].append(card)
    engaged = sorted(cards_in(s.engaged[player]), key=lambda card: int(s.order[card]))
    for word, cards in (
        *kinds.items(),
        ("engaged", engaged),
        ("on_deck", encounter_cards(s.on_deck[player])),
    ):
        if cards or word == "heroes":
            lines += wrapped(f"{word} {seat}:", [_card(names, s, card, player) for card in cards])
    hand = [player * ids.BLOCK + i for i in members(s.hand[player])]
    for word, cards in (("hand", hand), ("deck", deck_of(s, player)), ("discard", discard_of(s, player))):
        if cards:
            lines += wrapped(f"{word} {seat}:", [names.card(card) for card in cards])
    return lines


def _encounter(names: Names, s: np.record) -> list[str]:
    """Return the lines of the zones that all players share."""
    lines = []
    active = [] if s.active == ids.NONE else [int(s.active)]
    loose = [card for card in encounter_cards(s.shadows) if shadowed(names, s, card) is None]
    for word, cards in (
        ("staging", encounter_cards(s.staging)),
        ("active", active),
        ("loose_shadows", loose),
    ):
        if cards:
            lines += wrapped(f"{word}:", [_card(names, s, card, 0) for card in cards])
    for word, cards in (
        ("encounter_deck", deck_of(s, ids.ENCOUNTER)),
        ("encounter_discard", discard_of(s, ids.ENCOUNTER)),
        ("victory", encounter_cards(s.victory)),
        ("aside", encounter_cards(s.aside)),
    ):
        if cards:
            lines += wrapped(f"{word}:", [names.card(card) for card in cards])
    return lines


def _card(names: Names, s: np.record, card: int, owner: int) -> str:
    """Return a card with its marks and attachments. owner: its owner by default."""
    marks = _marks(names, s, card)
    if card // ids.BLOCK not in (owner, ids.ENCOUNTER):
        marks.append(f"owner {names.seats[card // ids.BLOCK]}")
    text = names.card(card)
    if marks:
        text += f"({', '.join(marks)})"
    attached = attachments_of(s, card)
    if attached:
        text += f"[{' '.join(_card(names, s, other, owner) for other in attached)}]"
    return text


def _marks(names: Names, s: np.record, card: int) -> list[str]:
    """Return the marks of a card, except its owner."""
    block, i = divmod(card, ids.BLOCK)
    marks = ["face_down"] if has(s.face_down[block], i) else []
    marks += [word for word, masks in _masks(s) if has(masks[block], i)]
    marks += ["captive"] if s.captive == card else []
    for word, field in (("damage", s.damage), ("resources", s.tokens), ("progress", s.progress)):
        marks += [f"{word} {field[card]}"] if field[card] else []
    if block == ids.ENCOUNTER and has(s.guarded, i):
        marks.append(f"guard {names.card(s.guard[i])}")
    if s.phase == ids.PHASE.COMBAT:
        marks += [f"struck {seat}" for p, seat in enumerate(names.seats) if has(s.struck[p, block], i)]
    shadows = shadows_of(s, card)
    is_dealt_plain = not all(has_shadow_text(names.tables, shadow) for shadow in shadows)
    if s.phase == ids.PHASE.COMBAT and has(s.blank[block], i) != is_dealt_plain:
        marks.append("not_blank" if is_dealt_plain else "blank")
    return marks + [f"shadow {names.card(shadow)}" for shadow in shadows]


def _masks(s: np.record) -> list[tuple[str, np.ndarray]]:
    """Return the marks that the state keeps as masks, one a block, if they matter now."""
    found = [("exhausted", s.exhausted), ("committed", s.committed)]
    if s.frame_n == 0 and s.decision in (actions.COMMIT, actions.REFRESH_PAY):
        found.append(("selected", s.looked))
    if s.phase == ids.PHASE.COMBAT:
        found.append(("attacked", s.has_attacked))
    return found


# Current attack and effects ---------------------------------------------------------------------------------


def _attack(names: Names, s: np.record) -> list[str]:
    """Return the line of the attack that the window belongs to."""
    if s.frame_n < 2 or not has_text(s):
        return []
    frame = s.frames[0]
    enemy, seat = names.card(frame[Attack.enemy]), names.seats[frame[Attack.player]]
    others = [names.card(card) for card in cards_in(frame[Attack.others : Attack.others + ids.BLOCKS])]
    if frame[KIND] == EnemyAttack.kind:
        return [f"attack {enemy} on {seat}: {' '.join(others)}".rstrip()]
    strength = f" strength {frame[PlayerAttack.strength]}" if frame[PlayerAttack.strength] else ""
    return [f"strike {enemy} by {seat}{strength}: {' '.join(others)}".rstrip()]


def _lasting(names: Names, s: np.record) -> list[str]:
    """Return the lines of lasting modifiers, delayed lists and used texts."""
    times = {time: word for word, time in TIMES.items()}
    on_cards: dict[str, list[str]] = {}
    lines = []
    for grant in s.grants[: s.grant_n]:
        code = int(grant.code)
        if code == 0:
            continue
        word = MODIFIER_OF[code]
        amount = f" {grant.n}" if MODIFIERS[word][1] else ""
        player = f" {names.seats[grant.player]}" if grant.player != ids.NONE else ""
        head = f"lasting {word}{amount}{player} until {times[int(grant.until)]}"
        if grant.card != ids.NONE:
            on_cards.setdefault(f"{head}:", []).append(names.card(grant.card))
        elif grant.set != ids.NONE:
            lines.append(f"{head} cards_of {_set_text(names, code, int(grant.set))}")
        else:
            lines.append(head)
    for head, cards in on_cards.items():
        lines += wrapped(head, cards)
    for entry in s.later[: s.later_n]:
        if entry.row != ids.NONE:
            source, seat = int(entry.source), names.seats[entry.you]
            number = statements_of(names.tables, source).index(int(entry.row)) + 1
            named = " ".join(names.card(card) for card in cards_in(entry.it))
            lines.append(f"later {names.source(source)} {number} {seat}: {named}".rstrip())
    for effect, user, player, times_used in s.uses[: s.use_n].tolist():
        number = effect - int(names.tables.effect_first[user]) + 1
        by = f" by {names.seats[player]}" if player != ids.NONE else ""
        lines.append(f"used {names.source(user)} {number}{by} times {times_used}")
    return lines


def _set_text(names: Names, code: int, cards: int) -> str:
    """Return a source whose text changes a set with a modifier, and the set's number in its texts."""
    stages = range(ids.STAGE_SOURCE, ids.STAGE_SOURCE + len(names.stages))
    for source in (*names.cards, *stages):
        found = sets_of(names.tables, code, source)
        if cards in found:
            return f"{names.source(source)} {found.index(cards) + 1}"
    raise ValueError("a lasting modifier does not come from any text of this game")


def _hidden(names: Names, s: np.record, placed: set[str]) -> list[str]:
    """Return the lines of seen cards, of randomness and of counters.

    placed: words of the cards that the previous lines place; other seen cards go to the remains.
    """
    lines = []
    decks = {block: f"deck {seat}" for block, seat in enumerate(names.seats)} | {
        ids.ENCOUNTER: "encounter_deck"
    }
    for player, seat in enumerate(names.seats):
        for block, deck in decks.items():
            if s.known[player, block]:
                lines.append(f"knows {seat} {deck} {s.known[player, block]}")
        known = (names.card(card) for card in encounter_cards(s.shadow_known[player]))
        seen = [card for card in known if card in placed]
        if seen:
            lines += wrapped(f"seen {seat}:", seen)
    lines += [f"shuffles {seat} {s.shuffle_n[i]}" for i, seat in enumerate(names.seats)]
    lines.append(f"shuffles encounter_deck {s.shuffle_n[ids.ENCOUNTER]}")
    return [*lines, f"random {s.random_n}", f"decisions {s.decisions}", f"luck {int(s.seed):#x} {s.game}"]
