"""The parts of this game that must know the words of its effects (see `mazarbul.sim.effects.coverage`)."""

from pathlib import Path

from mazarbul.sim.effects import VALUES
from mazarbul.sim.effects.coverage import Part

_HERE = Path(__file__).parent
_OPENED = "a list, whose statements are checked one by one"

PARTS = (
    Part("carrying out", "operation", tuple(sorted((_HERE / "effects").glob("*.py")))),
    Part(
        "finding what can be done",
        "operation",
        (_HERE / "rules/doable.py", _HERE / "rules/feasible.py"),
        dict.fromkeys(("choose", "option", "may"), _OPENED),
    ),
    Part("fighting", "manoeuvre", (_HERE / "effects/manoeuvres.py",)),
    Part(
        "finding what can be done in battle",
        "manoeuvre",
        (_HERE / "rules/manoeuvres.py",),
        dict.fromkeys(("choose", "option", "may"), _OPENED) | {"suffer": "the last of those about hits"},
    ),
    Part("evaluating", VALUES, (_HERE / "rules/conditions.py",)),
)
