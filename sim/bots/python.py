"""Bots written in Python: functions or classes, by name, by their file, or from an installed package.

    @register_bot("mine")
    def mine(turn):
        return turn.legal[0]

A registered function is called with a turn (see `mazarbul.sim.games.turn`) and returns the text or the code
of a legal action. A class is instantiated for every seat of every game, and its method `choose` is called, so
it can remember. Its text is its name, or `path/to/bot.py:name` for a bot that is not registered yet.
Installed packages add bots by entry points (see `mazarbul.sim.bots.installed`).
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from mazarbul.sim.bots import installed, trusted
from mazarbul.sim.bots.bot import Bot, split_text
from mazarbul.sim.toml import DataError, ends_in, nearest, user_path

Answer = Callable[[Any], "str | int"]
"""What a bot is: a function from a turn to an action."""
M = TypeVar("M", bound=Callable[..., Any])

FILE_SUFFIX = ".py"
TEXT = "__mazarbul_text__"  # what the module of a bot's file was made of
_registered: dict[str, Callable] = {}


class BotFailure(RuntimeError):
    """A bot in Python raised an error; the message says where in its file."""


@dataclass(frozen=True)
class PythonBot(Bot):
    """A bot in Python.

    made_of: the registered function or class. text: the content of its file when the bot was made, None for a
    bot without a file. package: the installed package that adds it, None if none does.
    """

    made_of: Callable = field(kw_only=True, repr=False, compare=False)
    text: bytes | None = field(default=None, kw_only=True, repr=False, compare=False)
    package: installed.Package | None = field(default=None, kw_only=True)

    def begin(self) -> Answer:
        """Return the function that decides for one seat in one game."""
        if not inspect.isclass(self.made_of):
            return self.made_of
        own: Any = self.made_of()
        return own.choose

    @property
    def file(self) -> Path | None:
        """The file that defines it, None if there is none."""
        return source_of(self.made_of)

    def failure(self, error: Exception, when: str) -> BotFailure:
        """Return what to say of an error that it raised: which bot, when, what, and where in its file."""
        lines = [
            frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(self.file)
        ]
        place = f" ({self.file}, line {lines[-1]})" if lines else ""
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        return BotFailure(f"the bot {self.name!r} failed {when}: {said}{place}")

    def source(self) -> bytes:
        """Return what its choices depend on, as far as known: package; file, else compiled code."""
        code = getattr(self.made_of, "__code__", None)
        own = self.text if self.text is not None else code.co_code if code else self.name.encode()
        return own if self.package is None else f"{self.package}\n".encode() + own

    def __reduce__(self) -> tuple:
        """Let a worker make the bot from its package or the text of its file, else pickle it itself."""
        if self.package is not None:
            return _from_package, (self.name, self.source())
        if self.text is None:
            return _bot, (self.name, self.made_of)
        return _from_text, (self.name, str(source_of(self.made_of)), self.text, self.made_of.__qualname__)


def register_bot(name: str) -> Callable[[M], M]:
    """Return a decorator that registers a function or class as the bot `name`, replacing any other."""
    if not name.isidentifier():
        raise DataError(f"a bot's name must be a word such as 'mine', not {name!r}")

    def registered(made_of: M) -> M:
        _registered[name] = made_of
        return made_of

    return registered


def python_bot(text: str) -> PythonBot | None:
    """Return the Python bot that a bot's text names, None if it names another kind of bot.

    A file is executed: ask `untrusted` first about a text that another than the user wrote. Raises DataError
    for a file or a package that cannot be imported or has no such bot, and for words added to the name.
    """
    name, words = split_text(text)
    path, _, wanted = name.rpartition(":")
    package = None
    if ends_in(path, FILE_SUFFIX):
        made_of = _named(user_path(path), wanted)
    elif name in _registered:
        made_of = _registered[name]
    elif (found := installed.load(name)) is not None:
        made_of, package = found
    else:
        return None
    if words:
        raise DataError(f"the bot {name!r} is written in Python and takes no words such as {words[0]!r}")
    return _bot(name, made_of, package)


def file_of(text: str) -> Path | None:
    """Return the Python file that a bot's text names, if it names one."""
    path = split_text(text)[0].rpartition(":")[0]
    return user_path(path) if ends_in(path, FILE_SUFFIX) else None


def untrusted(texts: Iterable[str]) -> Path | None:
    """Return the first Python file that texts of bots name and that the user has not run; None if none is."""
    for text in texts:
        file = file_of(text)
        if file is not None and file.is_file() and not trusted.is_known(file, file.read_bytes()):
            return file
    return None


def source_of(made_of: Callable) -> Path | None:
    """Return the file that a function or class can be imported from again; None if there is none."""
    try:
        file = inspect.getsourcefile(made_of)
    except TypeError:
        return None
    if file is None or not Path(file).is_file() or "<" in made_of.__qualname__:
        return None
    return Path(file).resolve()


def _bot(name: str, made_of: Callable, package: installed.Package | None = None) -> PythonBot:
    file = source_of(made_of)
    module = sys.modules.get(made_of.__module__)
    text = getattr(module, TEXT, None) or (file.read_bytes() if file is not None else None)
    return PythonBot(name, -1, np.zeros(0), made_of=made_of, text=text, package=package)


def _from_package(name: str, source: bytes) -> PythonBot:
    """Return the installed bot with that name. Raises DataError if what determines its choices differs."""
    found = installed.load(name)
    if found is None or (bot := _bot(name, *found)).source() != source:
        raise DataError(f"a worker has no bot {name!r}, or another version of it: install its package there")
    return bot


def _from_text(name: str, file: str, text: bytes, attribute: str) -> PythonBot:
    """Return the bot made from the function or class with that name in the text of a file."""
    found: Any = _module(Path(file), text)
    for part in attribute.split("."):
        found = getattr(found, part)
    return _bot(name, found)


def _named(path: Path, name: str) -> Callable:
    """Return what a file registers, or simply defines, under a name."""
    path = path.resolve()
    if not path.is_file():
        raise DataError(f"cannot read the bot {path}: there is no such file")
    text = path.read_bytes()
    trusted.note(path, text)
    module = _module(path, text)
    in_file = {other: made_of for other, made_of in _registered.items() if source_of(made_of) == path}
    found = in_file.get(name, getattr(module, name, None))
    if not callable(found):
        own = [word for word, value in vars(module).items() if _is_own(value, module)]
        known = list(in_file) or own
        if not name:
            message = f"name a bot of {path}, as in {path.name}:NAME"
        else:
            message = f"{path} has no bot {name!r}"
        raise DataError(f"{message}; it has: {', '.join(known) or 'none'}", suggestion=nearest(name, known))
    return found


def _is_own(value: object, module: ModuleType) -> bool:
    """Return whether a value is a function or class that a module defines."""
    return callable(value) and getattr(value, "__module__", None) == module.__name__


def _module(path: Path, text: bytes) -> ModuleType:
    """Return the module of a file with this text, under a name that no other module has.

    It is executed again only when the text has changed. `import` would not do: it may use the bytecode of an
    older version of the file, and a worker must play the version that the run began with.
    """
    name = f"mazarbul_bot_{hashlib.sha256(bytes(path)).hexdigest()[:12]}"
    known = sys.modules.get(name)
    if known is not None and getattr(known, TEXT) == text:
        return known
    for bot in [bot for bot, made_of in _registered.items() if made_of.__module__ == name]:
        del _registered[bot]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, f"{path} does not end in {FILE_SUFFIX}"
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    setattr(module, TEXT, text)
    try:
        exec(compile(text, path, "exec"), module.__dict__)
    except Exception as error:
        del sys.modules[name]
        raise DataError(f"cannot import the bot {path}: {type(error).__name__}: {error}") from error
    return module
