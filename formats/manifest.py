"""The manifest of a run's folder: what the run is, how much of it is played, the checksums of its files.

`Manifest` is what a run writes and goes on with, `RunFile` as much of it as the analysis of a run needs, of a
run that another version may have written.

A run of N games in chunks of C is the grid

    chunk 0: games 0 .. C-1 | chunk 1: games C .. 2C-1 | ... | last chunk: what is left

so a chunk's number determines its games. No table depends on C.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mazarbul.formats.changes import Change, line
from mazarbul.formats.forms import Band, Count, Form, Games, Id, Sum

#: The files of a run beside those of its families.
MANIFEST, CATALOGUE = "manifest.json", "catalogue.json"
RUN_FORMAT = 3  # runs of another format are refused
MOST_CHUNKS = 10**6  # of a run: each one is a file
COMPILER = ("numba", "llvmlite")  # libraries that compile the kernels
PART = r"^\w+/part-\d{5,}\.\w+$"

Keep = Literal["all", "games", "aggregates"]
"""Which tables a run writes: those of all families, only that of games, or counts instead of tables."""


@dataclass(frozen=True)
class Span:
    """The games of one chunk: `first` .. `first + games - 1`, chunk number `index`."""

    index: int
    first: int
    games: int


def spans(games: int, chunk: int, done: Collection[int] = ()) -> list[Span]:
    """Return the chunks of a run that are not done, in order. done: numbers of finished chunks."""
    count = -(-games // chunk)
    return [
        Span(index, index * chunk, min(chunk, games - index * chunk))
        for index in range(count)
        if index not in done
    ]


class PartFile(BaseModel):
    """One file of a chunk. file: relative to the run's folder, and never outside of it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    file: Annotated[str, Field(pattern=PART)]
    sha256: Sum
    bytes: Count


class Chunk(BaseModel):
    """A finished chunk: games `first` .. `first + games - 1`, and the file of each family."""

    model_config = ConfigDict(extra="forbid", strict=True)

    index: Annotated[int, Field(ge=0, lt=MOST_CHUNKS)]
    first: Count
    games: Games
    files: dict[str, PartFile]


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


class Pilot(Form):
    """What the first games decide about counting, see `mazarbul.analysis.layout.Pilot`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    early_round: dict[str, Count | None] = Field(default_factory=dict)
    usual: dict[str, dict[str, dict[str, Count]]] = Field(default_factory=dict)


class Counted(Form):
    """What a run counts. columns: family -> column -> arrow type. pilot_games: as many decided about it."""

    columns: dict[str, dict[str, str]]
    pilot: Pilot
    statistics: dict[str, Any]
    pilot_games: Count | None = None


class Asked(Form):
    """The experiment of a run, as far as reports read it."""

    band: Band | None = None
    scenario: str = ""


class RunFile(Form):
    """manifest.json of a run, as far as it is read to analyse the run."""

    game: Id
    scenario: Id
    seed: Count
    bots: dict[str, str]
    families: list[Id]
    chunks: list[Chunk]
    experiment: Asked | None = None
    games_planned: Games | None = None
    seats: list[Id] = Field(default_factory=list)
    switches: dict[str, bool | int | float | str | list[str] | None] | None = None
    changes: list[Change] | None = None
    bot_hashes: dict[str, str] | None = None
    libraries: dict[str, str | None] | None = None
    aggregates: Counted | None = None
    tables_hash: str | None = None
    code_version: str | None = None
    version: str | None = None
    commit: str | None = None
    created: str | None = None
    finished: str | None = None

    @model_validator(mode="after")
    def _adds_up(self) -> RunFile:
        if len({chunk.index for chunk in self.chunks}) < len(self.chunks):
            raise ValueError("a chunk is there twice")
        return self
