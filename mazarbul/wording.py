"""Messages in Python's words: options of the command line become arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from mazarbul.sim.toml import DataError

#: Options whose arguments have another name, or are given with a value.
ARGUMENTS = {
    "bot": "bots", "switch": "switches", "deck": "decks", "train": "minutes", "search": "rollouts",
    "resume": "resume=True", "unpaired": "paired=False",
}  # fmt: skip
_COMMAND = re.compile(r"mazarbul (\w+) --resume --out ([^,;`]+)")
_RESUMED = "--resume --out "
#: An option, with the word in capitals that stands for its value.
_OPTION = re.compile(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)(?: [A-Z]+(?:=[A-Z]+)?\b)?")


@contextmanager
def in_python() -> Iterator[None]:
    """Let errors speak of arguments."""
    from mazarbul.sim.runner.errors import Interrupted, RunFailure  # not for the help of commands

    try:
        yield
    except DataError as error:
        for each in (error, *error.others):
            each.message = worded(each.message)
        raise
    except RunFailure as error:
        error.args = tuple(worded(each) if isinstance(each, str) else each for each in error.args)
        raise
    except Interrupted as error:
        error.wording = worded
        raise


def worded(message: str) -> str:
    """Return a message that speaks of arguments where it spoke of options."""
    message = _COMMAND.sub(r"mazarbul.\1(..., resume=True, out=\2)", message)
    message = message.replace(_RESUMED, "resume=True, out=")
    return _OPTION.sub(lambda found: ARGUMENTS.get(found[1], found[1].replace("-", "_")), message)
