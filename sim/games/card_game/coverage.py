"""The parts of this game that must know the words of its effects (see `mazarbul.sim.effects.coverage`)."""

from pathlib import Path

from mazarbul.sim.effects import VALUES
from mazarbul.sim.effects.coverage import Part
from mazarbul.sim.games.card_game import ids

_HERE = Path(__file__).parent
_NOT_WEIGHED = "only drawing and keeping cards is weighed; every grant has the same worth"

PARTS = (
    Part("carrying out", "operation", (_HERE / "effects/operations.py",)),
    Part("evaluating", VALUES, (_HERE / "rules/conditions.py",)),
    Part(
        "finding what can be used",
        "operation",
        (_HERE / "rules/usable.py",),
        {"recycle": "can always be carried out"},
    ),
    Part("applying modifiers", "modifier", (_HERE / "rules/modifiers.py", _HERE / "content/programs.py")),
    Part(
        "weighing operations",
        "operation",
        (_HERE / "bots/heuristic/texts.py",),
        {"remove": "worth nothing to the bot, for cards of either side"},
    ),
    Part(
        "weighing modifiers",
        "modifier",
        (_HERE / "bots/heuristic/worth.py",),
        dict.fromkeys(
            (
                "icons",
                "allow_place",
                "allow_support",
                "forbid_path",
                "forbid_battleground",
                "forbid_item",
                "peek_top",
            ),
            _NOT_WEIGHED,
        ),
    ),
    Part("the story", "E", (_HERE / "text/story.py",), codes=ids.E),
)
