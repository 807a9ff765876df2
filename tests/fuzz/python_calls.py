"""Calls of Python: the functions of `mazarbul` and the methods of what they return, with odd arguments.

An input is a JSON list of a function or a method, and [parameter or place, number of an odd value] for each
argument that is odd.
"""

from __future__ import annotations

import contextlib
import inspect
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import mazarbul
from tests.fuzz.kind import InputKind
from tests.test_odd_arguments import HELD, ODD, PLAYED, RIGHT, Accepted

MOST_ODD = 3  # arguments of a call


def _stop(*_: object, **__: object) -> None:
    raise Accepted


def _call_function(raw: bytes, folder: Path) -> None:
    """Call a function up to where it would play."""
    name, *odd = json.loads(raw)
    function = getattr(mazarbul, name)
    asked = inspect.signature(function).parameters
    given = RIGHT[name] | {each: ODD[number] for each, number in odd}
    others = [given.pop(each) for each in [*given] if asked[each].kind is inspect.Parameter.VAR_POSITIONAL]
    several = [given.pop("target"), *others] if others else []
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(folder))
        for place in PLAYED:
            stack.enter_context(mock.patch(place, _stop))
        with contextlib.suppress(Accepted):
            function(*several, **given)


def _function(random: Random, name: str) -> bytes:
    names = list(inspect.signature(getattr(mazarbul, name)).parameters)
    chosen = random.sample(names, min(len(names), random.randint(1, MOST_ODD)))
    return json.dumps([name, *((each, random.randrange(len(ODD))) for each in chosen)]).encode()


@cache
def _held(name: str) -> list[Any]:
    """Return what is held, in a list: it is made anew after a call that was accepted."""
    return [HELD[name][0]()]


def _call_method(raw: bytes, _: Path) -> None:
    """Call a method of a match or an environment, in the middle of a game."""
    (name, method), *odd = json.loads(raw)
    held = _held(name)
    call = getattr(held[0], method)
    values = [ODD[number] for _, number in odd]
    call(seed=values[0]) if method == "reset" else call(values[0])
    held[0] = HELD[name][0]()


def _method(random: Random, name: str) -> bytes:
    _held(name)  # made before anything is watched
    return json.dumps([[name, random.choice(HELD[name][1])], (0, random.randrange(len(ODD)))]).encode()


KINDS = (
    InputKind("calls of functions", lambda: sorted(RIGHT), _call_function, _function),
    InputKind("calls of what is held", lambda: sorted(HELD), _call_method, _method),
)
