"""The parts of texts that last or happen later: where they are among a source's rows."""

from __future__ import annotations

from collections.abc import Iterator

from mazarbul.sim.effects import codes
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import columns, words


def rows_of(t, source: int) -> Iterator[int]:
    """Yield the numbers of all operation rows of a source's texts, nested lists included.

    The modifiers in an `until` are not operations.

    t: TABLES record. source: card, or STAGE_SOURCE + stage.
    """
    first = int(t.effect_first[source])
    for effect in t.effects[first : first + int(t.effect_n[source])]:
        if effect.on == ids.ON.STATIC:
            continue
        for row in (int(effect.cost), int(effect.do)):
            while row != ids.NONE and t.rows[row, codes.CODE] != codes.END:
                yield row
                is_until = t.rows[row, codes.CODE] == words.OPERATION.UNTIL
                row = int(t.rows[row, columns.UNTIL.END]) if is_until else row + 1


def statements_of(t, source: int) -> list[int]:
    """Return the rows of the `later` statements of a source's texts, in their order."""
    return [row for row in rows_of(t, source) if t.rows[row, codes.CODE] == words.OPERATION.LATER]


def sets_of(t, code: int, source: int) -> list[int]:
    """Return the sets that `until` lists of a source's texts change with a modifier, in their order."""
    found = []
    for row in rows_of(t, source):
        if t.rows[row, codes.CODE] != words.OPERATION.UNTIL:
            continue
        inside = t.rows[row + 1 : int(t.rows[row, columns.UNTIL.END])]
        granted = inside[inside[:, codes.CODE] == code, columns.ON_CARDS.WHAT]
        found += [int(what) for what in granted if what >= 0]
    return list(dict.fromkeys(found))


def set_of(t, code: int, source: int, number: int) -> int | None:
    """Return the set of a source's texts with that number (from 1), None if it has none."""
    found = sets_of(t, code, source)
    return found[number - 1] if 1 <= number <= len(found) else None
