"""Files of networks: what was learnt for a scenario, by side, as numpy's `.npz`.

A file has the weights as float16, those of inputs in whole parts of one, which costs no strength and makes it
a third smaller. They are in blocks of rows (see `mazarbul.sim.bots.inputs.Rows`). Rows of things are in the
order of a list of ids in the file, so a game may get new cards. Nothing in it is executed when it is read.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, PositiveInt, model_validator

from mazarbul.formats.arrays import read_arrays
from mazarbul.sim.bots.corrected import Corrected
from mazarbul.sim.bots.inputs import Inputs, Rows
from mazarbul.sim.toml import DataError

SUFFIX = ".npz"
HEAD = "head"  # member of a file: JSON
VERSION = 1  # of the format
MISCOUNTED = "its weights are not as many as its inputs"
MOST_BYTES = 64 << 20  # of a file that is read, also unpacked
BY_ROWS = {"state": "state", "option": "options", "direct": "options"}  # parameter -> its rows
COARSE = 256  # parts of one in which a file has the weights of inputs


class Head(BaseModel):
    """What a file says besides its weights: see `Network`. base: side -> hashes, with blanks between them."""

    model_config = ConfigDict(extra="forbid")

    version: int
    base: dict[str, str]
    rows: dict[str, dict[str, list[PositiveInt | str]]]
    things: dict[str, list[str]]
    notes: dict[str, Any]

    @model_validator(mode="after")
    def _check_rows(self) -> Head:
        axes = chain.from_iterable(axes for blocks in self.rows.values() for axes in blocks.values())
        if unknown := {axis for axis in axes if isinstance(axis, str)} - self.things.keys():
            raise ValueError(f"rows of unknown things: {unknown}")
        return self


def base_hash(bot: Corrected) -> str:
    """Return a hash of what a network corrects: a bot's weights."""
    return hashlib.sha256(bot.weights.tobytes()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Network:
    """Networks of the sides of a scenario.

    sides: side -> parameter -> float32, see `Inputs.shapes`. base: side -> `base_hash` of each bot that was
    corrected; empty for a network that may correct any. rows: "state" and "options" -> block -> axes, as
    learnt. things: sort -> ids by number, from 1. notes: how it was learnt; JSON types. source: its file, for
    messages.
    """

    sides: Mapping[str, Mapping[str, np.ndarray]]
    base: Mapping[str, Collection[str]]
    rows: Mapping[str, Mapping[str, list]]
    things: Mapping[str, Sequence[str]]
    notes: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all weights, in hexadecimal digits."""
        found = hashlib.sha256()
        for side, parameters in sorted(self.sides.items()):
            for name, values in sorted(parameters.items()):
                found.update(f"{side} {name} ".encode())
                found.update(np.ascontiguousarray(values).tobytes())
        return found.hexdigest()

    def has(self, side: str) -> bool:
        """Return whether it was learnt for a side."""
        return side in self.sides

    def weights(self, side: str, inputs: Inputs, bot: Corrected) -> Mapping[str, np.ndarray]:
        """Return the weights of a side. Raises DataError if they do not fit the game or the bot."""
        parts = {"state": inputs.state, "options": inputs.options}
        if self.rows != {part: blocks_of(rows) for part, rows in parts.items()}:
            raise self._misfit("its inputs are those of another version or game: practise anew")
        if self.base and base_hash(bot) not in self.base.get(side, ()):
            raise self._misfit(f"it was learnt on top of other weights than those of bot {bot.name!r}")
        found, known = dict(self.sides[side]), inputs.known()
        axes = {name: len(shape) for name, shape in inputs.shapes.items()}
        if {name: values.ndim for name, values in found.items()} != axes:
            raise self._misfit(MISCOUNTED)
        if known != self.things:
            for name, part in BY_ROWS.items():
                found[name] = self._moved(found[name], parts[part], known)
        if {name: values.shape for name, values in found.items()} != inputs.shapes:
            raise self._misfit(MISCOUNTED)
        return found

    def _moved(self, weights: np.ndarray, rows: Rows, known: Mapping[str, Sequence[str]]) -> np.ndarray:
        """Return weights with the rows of things where the game has them now; those of new ones are 0."""
        found, first = [], 0
        sizes = [
            [len(self.things[axis]) + 1 if isinstance(axis, str) else axis for axis in axes]
            for axes in rows.blocks.values()
        ]
        if sum(map(math.prod, sizes)) != len(weights):
            raise self._misfit(MISCOUNTED)
        for axes, old in zip(rows.blocks.values(), sizes, strict=True):
            size = math.prod(old)
            block = weights[first : first + size].reshape(*old, -1)
            first += size
            for k, axis in enumerate(axes):
                if isinstance(axis, str):
                    place = {name: i for i, name in enumerate(self.things[axis], 1)}
                    spare = [*np.moveaxis(block, k, 0), np.zeros_like(np.take(block, 0, axis=k))]
                    block = np.stack(
                        [spare[place.get(name, -1) if i else 0] for i, name in enumerate(["", *known[axis]])],
                        axis=k,
                    )
            found.append(block.reshape(-1, *weights.shape[1:]))
        return np.concatenate(found)

    def _misfit(self, why: str) -> DataError:
        return DataError(f"the network {self.source or 'in use'} does not fit: {why}")

    def file(self) -> bytes:
        """Return it as a file."""
        arrays: dict[str, Any] = {
            f"{side}.{name}": (_coarse(values) if name in BY_ROWS else values).astype(np.float16)
            for side, parameters in self.sides.items()
            for name, values in parameters.items()
        }
        head = Head(
            version=VERSION,
            base={side: " ".join(sorted(hashes)) for side, hashes in self.base.items()},
            rows={part: dict(blocks) for part, blocks in self.rows.items()},
            things={sort: [*ids] for sort, ids in self.things.items()},
            notes=dict(self.notes),
        )
        arrays[HEAD] = np.frombuffer(head.model_dump_json().encode(), np.uint8)
        out = io.BytesIO()
        np.savez_compressed(out, **arrays)
        return out.getvalue()


def _coarse(weights: np.ndarray) -> np.ndarray:
    """Return weights in whole parts of one."""
    return np.rint(weights * COARSE) / COARSE


def blocks_of(rows: Rows) -> dict[str, list]:
    """Return the blocks of rows as a file has them: name -> sizes, or sorts of things."""
    return {name: [*axes] for name, axes in rows.blocks.items()}


def load_network(path: Path) -> Network:
    """Return the network of a file. Raises DataError if there is none or it cannot be read."""
    try:
        stat = path.stat()
    except OSError as error:
        raise DataError(f"cannot read the network {path}: {error.strerror}") from None
    if stat.st_size > MOST_BYTES:
        raise DataError(f"{path} is no network: it has {stat.st_size:,} bytes")
    return _load(str(path), stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=16)
def _load(path: str, _changed: int, _size: int) -> Network:
    """Return the network of a file, which was changed at a time."""
    try:
        arrays = read_arrays(Path(path), MOST_BYTES)
        head = Head.model_validate_json(arrays.pop(HEAD).tobytes())
        sides: dict[str, dict[str, np.ndarray]] = {}
        for name, values in arrays.items():
            side, _, parameter = name.rpartition(".")
            sides.setdefault(side, {})[parameter] = values.astype(np.float32)
    except (OSError, ValueError, LookupError) as error:  # those of pydantic are of the second kind
        raise DataError(f"{path} is no network that mazarbul practise has written") from error
    if head.version != VERSION:
        raise DataError(f"{path} is of another version of mazarbul: practise anew")
    if not all(np.isfinite(values).all() for side in sides.values() for values in side.values()):
        raise DataError(f"{path} has weights that are no numbers: practise anew")
    base = {side: frozenset(hashes.split()) for side, hashes in head.base.items()}
    return Network(sides, base, head.rows, head.things, head.notes, path)


@lru_cache(maxsize=16)
def general(network: Network) -> Network:
    """Return a network that may correct any weights, for scenarios that it was not learnt in."""
    return replace(network, base={})
