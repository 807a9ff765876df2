"""The reference of what each game records, from its catalogue."""

from __future__ import annotations

from handbook.text import code, table
from mazarbul.formats.declared import Declared, Family, Field
from mazarbul.sim.games import MODULES, get
from mazarbul.sim.games.contract import Game


def markdown() -> str:
    """Return a section for each game: its families, their fields and questions, courses and endings."""
    return "\n\n".join(_section(get(name)) for name in MODULES)


def _section(game: Game) -> str:
    declared = Declared.of(game.setup(next(iter(game.scenarios()))).catalogue)
    parts = [f"## {game.title}", *(_family(each) for each in declared.families)]
    if declared.courses.measures:
        rows = [
            (code(f"{each.prefix}<round>"), each.axis, f"{each.low} to {each.high}")
            for each in declared.courses.measures
        ]
        parts += ["### Measured after every round", table(("column of `games`", "what", "range"), rows)]
    if declared.outcome.reasons:
        rows = [
            (code(each.id), each.label or each.noun, each.winner or "either")
            for each in declared.outcome.reasons
        ]
        parts += ["### Ways in which games end", table(("`end_reason`", "what", "who wins"), rows)]
    others = [(each.id, each.label) for each in declared.outcome.scores] + list(
        declared.outcome.measures.items()
    )
    if others:
        parts += [
            "### Counted in every game",
            table(("column of `games`", "what"), ((code(a), b) for a, b in others)),
        ]
    return "\n\n".join(parts)


def _family(family: Family) -> str:
    """Return what is recorded of the things of one kind."""
    asked = ", ".join(dict.fromkeys(each.kind for each in family.questions))
    said = f"A row a game, a column for each of the {code(family.items)}. Questions: {asked or 'none'}."
    if not family.fields:
        return f"### {family.id}\n\n{said} The values are plain numbers."
    rows = [
        (
            code(each.name),
            _bits(each),
            ", ".join(map(str, each.labels)) if each.labels else f"0 to {each.size - 1}",
        )
        for each in family.fields
    ]
    return f"### {family.id}\n\n{said}\n\n{table(('field', 'bits', 'values'), rows)}"


def _bits(field: Field) -> str:
    """Return which bits of the number a field has, from the lowest, 0."""
    last = field.shift + field.bits - 1
    return str(last) if field.bits == 1 else f"{field.shift} to {last}"
