"""How the actions of a game are written, read and refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.notation.lines import Line
from sim.notation.names import Names


@dataclass(frozen=True)
class Moves:
    """The notation of a game's actions.

    kinds: name of each kind of decision by its number. text(names, code): an action as text.
    read(names, s, line): the code of the action that comes next in a line, legal or not; raises ScriptError.
    why_illegal(names, s, code): why the action is not legal now, None if it is.
    """

    kinds: tuple[str, ...]
    text: Callable[[Names, int], str]
    read: Callable[[Names, object, Line], int]
    why_illegal: Callable[[Names, object, int], str | None]

    def parse(self, names: Names, s, text: str) -> int:
        """Return the code of an action given as text; it need not be legal. Raises ScriptError.

        s: the state, whose pending decision tells apart what one verb can mean.
        """
        line = Line(text)
        code = self.read(names, s, line)
        line.end()
        return code

    def legal(self, names: Names, s) -> str:
        """Return the texts of the legal actions of the pending decision, divided by commas."""
        return ", ".join(self.text(names, int(code)) for code in s.options[: s.option_n])
