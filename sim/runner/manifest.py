"""The manifest: what a run is, what of it is played, and the sums of its files."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from sim.bots.bot import Bot
from sim.engine.toml import DataError
from sim.runner.chunks import Span, spans
from sim.runner.errors import RunFailure
from sim.runner.play import Keep
from sim.runner.store import sha256, write_whole

NAME = "manifest.json"
FORMAT = 1


class PartFile(BaseModel):
    """One file of a chunk. file: relative to the run's folder."""

    model_config = ConfigDict(extra="forbid")

    file: str
    sha256: str
    bytes: int


class Chunk(BaseModel):
    """A finished chunk: games `first` .. `first + games - 1`, and the file of each family."""

    model_config = ConfigDict(extra="forbid")

    index: int
    first: int
    games: int
    files: dict[str, PartFile]


class Manifest(BaseModel):
    """A run's manifest.json. Times are UTC; `finished` is None until every game is played.

    experiment: as asked for. bot_hashes: seat -> SHA-256 of what decides the bot's choices.
    keep: which families are written; families: their names. aggregates: what is counted of the games, if
    counts are kept (see `sim.runner.summary`). seconds_playing: wall time spent playing, over all sessions.
    """

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = FORMAT
    game: str
    scenario: str
    experiment: dict[str, Any]
    seed: int
    games_planned: int
    games_done: int = 0
    chunk_games: int
    tables_hash: str
    code_version: str
    libraries: dict[str, str]
    seats: list[str]
    bots: dict[str, str]
    bot_hashes: dict[str, str]
    switches: dict[str, Any]
    keep: Keep = "all"
    aggregates: dict[str, Any] | None = None
    families: list[str] = []
    chunks: list[Chunk] = []
    created: str
    finished: str | None = None
    seconds_playing: float = 0.0

    def add(self, span: Span, files: dict[str, PartFile]) -> None:
        """Note a chunk whose files are all on the disk."""
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
        """Plan more games; a last chunk that was cut short is played anew at its full size."""
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
        """Write it, whole or not at all. Raises OSError."""
        text = json.dumps(self.model_dump(mode="json"), indent=1, ensure_ascii=False)
        write_whole(folder / NAME, (text + "\n").encode())


def now() -> str:
    """Return the time in UTC, to the second, as ISO 8601 writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def load(folder: Path) -> Manifest:
    """Read a run's manifest.

    Raises DataError if the folder holds no run, or one of another format; RunFailure if the
    manifest is damaged.
    """
    if not folder.is_dir():
        raise DataError("there is no such run folder", folder)
    path = folder / NAME
    if not path.is_file():
        raise DataError(f"this folder holds no run of mazarbul: it has no {NAME}", folder)
    try:
        data = json.loads(path.read_bytes())
    except ValueError as error:
        raise RunFailure(f"{path}: this manifest is damaged, it is not JSON: {error}") from None
    found = data.get("format") if isinstance(data, dict) else None
    if found != FORMAT:
        raise DataError(f"this is no manifest of a run in format {FORMAT} (its format is {found!r})", path)
    try:
        manifest = Manifest.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RunFailure(f"{path}: this manifest is damaged at {where!r}: {first['msg']}") from None
    if manifest.games_done != sum(chunk.games for chunk in manifest.chunks):
        raise RunFailure(f"{path}: this manifest is damaged: 'games_done' is not the sum of its chunks")
    return manifest


def bot_hash(bot: Bot) -> str:
    """Return the SHA-256 of what decides a bot's choices."""
    words = f"{bot.policy}:{' '.join(bot.avoid)}:{bot.blunder!r}:"
    return sha256(words.encode() + bot.weights.tobytes())
