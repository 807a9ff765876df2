"""The manifest: what a run is, how much of it is played, and the checksums of its files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mazarbul.formats.changes import Change, line
from mazarbul.formats.folders import (
    MOST_CHUNKS,
    RUN_FORMAT,
    Chunk,
    Count,
    Counted,
    Games,
    PartFile,
    Sum,
    check_values,
    said,
)
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.python import PythonBot
from mazarbul.sim.runner.chunks import Span, spans
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.runner.store import read_object, sealed, sha256, unsealed, write_whole
from mazarbul.sim.runner.task import Keep
from mazarbul.sim.runner.version import COMPILER
from mazarbul.sim.toml import DataError

NAME = "manifest.json"
#: The previous manifest, to fall back on.
FORMER = f"{NAME}.former"


class Manifest(BaseModel):
    """A run's manifest.json. Times are UTC; `finished` is None until every game is played.

    experiment: as requested. bot_hashes: seat -> SHA-256 of what determines the bot's choices. cpu: the one
    that the kernels were made for. catalogue_sha256: of catalogue.json. keep: which families are written;
    families: their names. changes: what is not as printed (None if the game cannot say it, or in runs of a
    version that did not record it). version, commit: of the program that started it, None if not known.
    aggregates: what is counted, if counts are kept (see `mazarbul.sim.runner.summary`).
    seconds_playing: wall time spent on play, over all sessions.
    """

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    format: Literal[3] = 3
    game: str
    scenario: str
    experiment: dict[str, Any]
    seed: Count
    games_planned: Games
    games_done: Count = 0
    chunk_games: Annotated[int, Field(ge=1, lt=2**63)]
    tables_hash: str
    code_version: str
    libraries: dict[str, str]
    cpu: str
    seats: list[str]
    bots: dict[str, str]
    bot_hashes: dict[str, str]
    switches: dict[str, Any]
    changes: list[Change] | None = None
    version: str | None = None
    commit: str | None = None
    catalogue_sha256: Sum
    keep: Keep = "all"
    aggregates: dict[str, Any] | None = None
    families: list[str] = []
    chunks: list[Chunk] = []
    created: str
    finished: str | None = None
    seconds_playing: Annotated[float, Field(ge=0)] = 0.0

    @model_validator(mode="after")
    def _adds_up(self) -> Manifest:
        """Check that the chunks belong to the run and that their games add up."""
        if self.games_planned > self.chunk_games * MOST_CHUNKS:
            raise ValueError(f"it has more than {MOST_CHUNKS:,} parts")
        seen: set[int] = set()
        for chunk in self.chunks:
            first = chunk.index * self.chunk_games
            whole = min(self.chunk_games, self.games_planned - first)
            if (chunk.first, chunk.games) != (first, whole) or chunk.index in seen:
                raise ValueError(f"chunk {chunk.index} is not one of the run's, or is there twice")
            seen.add(chunk.index)
        if self.aggregates is not None:
            Counted.model_validate(self.aggregates)
        if self.games_done != sum(chunk.games for chunk in self.chunks):
            raise ValueError("'games_done' is not the sum of its chunks")
        return self

    @property
    def unprinted(self) -> str:
        """What is not as printed, in a line; "" if nothing is, or if it is not recorded."""
        return line(self.changes)

    @property
    def compiler(self) -> str:
        """Versions of the libraries that compile the kernels."""
        return ", ".join(f"{name} {self.libraries.get(name)}" for name in COMPILER)

    def add(self, span: Span, files: dict[str, PartFile]) -> None:
        """Record a chunk whose files are all on the disk."""
        self.families = self.families or list(files)
        self.chunks.append(Chunk(index=span.index, first=span.first, games=span.games, files=files))
        self.chunks.sort(key=lambda chunk: chunk.index)
        self.games_done += span.games

    def drop(self, index: int) -> None:
        """Forget a chunk, so that its games are played again."""
        self.games_done -= sum(chunk.games for chunk in self.chunks if chunk.index == index)
        self.chunks = [chunk for chunk in self.chunks if chunk.index != index]
        self.finished = None

    def grow(self, games: int) -> None:
        """Plan more games; a last chunk that was shorter is played again at its full size."""
        self.games_planned = games
        whole = {span.index: span for span in spans(games, self.chunk_games)}
        for chunk in [*self.chunks]:
            if chunk.games < whole[chunk.index].games:
                self.drop(chunk.index)
        self.finished = None

    def left(self) -> list[Span]:
        """Return the chunks still to be played."""
        return spans(self.games_planned, self.chunk_games, {chunk.index for chunk in self.chunks})

    def save(self, folder: Path) -> None:
        """Write it, whole or not at all; the previous one stays as FORMER. Raises OSError."""
        write_whole(folder / NAME, sealed(self.model_dump(mode="json")), folder / FORMER)


def now() -> str:
    """Return the time in UTC, to the second, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def is_in(folder: Path) -> bool:
    """Return whether a folder holds a run."""
    return any((folder / name).exists() for name in (NAME, FORMER))


def load(folder: Path) -> Manifest:
    """Read a run's manifest.

    Raises DataError if the folder holds no run, or one of another format; RunFailure if the
    manifest is damaged.
    """
    if not folder.is_dir():
        raise DataError("there is no such run folder", folder)
    if not is_in(folder):
        raise DataError(f"this folder is not a run of mazarbul: it has no {NAME}", folder)
    return _read(folder / NAME)


def recovered(folder: Path) -> tuple[Manifest, str | None]:
    """Read a run's manifest or, if it is damaged, the previous one; also return what was wrong, or None.

    Raises as `load`.
    """
    try:
        return load(folder), None
    except RunFailure as error:
        try:
            return _read(folder / FORMER), str(error)
        except (RunFailure, DataError):
            raise error from None


def _read(path: Path) -> Manifest:
    """Read a manifest file. Raises DataError if it is of another format, RunFailure if it is damaged."""
    data = read_object(path)
    found = data.get("format")
    if found != RUN_FORMAT:
        raise DataError(f"this is not a run manifest in format {RUN_FORMAT} (its format is {found!r})", path)
    try:
        plain = unsealed(data, path)
        check_values(plain)
        return Manifest.model_validate(plain)
    except ValidationError as error:
        raise RunFailure(f"{path}: this file is damaged {said(error)}") from None
    except ValueError as error:
        raise RunFailure(f"{path}: this file is damaged: {error}") from None


def bot_hash(bot: Bot) -> str:
    """Return the SHA-256 of what determines a bot's choices."""
    if isinstance(bot, PythonBot):
        return sha256(bot.source())
    words = f"{bot.policy}:{' '.join(bot.avoid)}:{bot.blunder!r}:"
    words += f"{bot.search}:" if bot.search else ""
    words += f"{bot.evaluation.digest}:" if bot.evaluation else ""
    words += f"preferences {bot.preferences.digest}:" if bot.preferences else ""
    words += f"network {bot.network.digest}:" if bot.network else ""
    return sha256(words.encode() + bot.weights.tobytes())
