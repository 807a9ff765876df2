"""The manifest of a run on the disk: written whole, read with the previous one to fall back on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from mazarbul.formats.forms import check_values, said
from mazarbul.formats.manifest import MANIFEST, RUN_FORMAT, Manifest
from mazarbul.formats.sealing import sealed, sha256
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.python import PythonBot
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.runner.store import intact, read_object, write_whole
from mazarbul.sim.toml import DataError

#: The previous manifest, to fall back on.
FORMER = f"{MANIFEST}.former"


def save(manifest: Manifest, folder: Path) -> None:
    """Write a run's manifest, whole or not at all; the previous one stays as FORMER. Raises OSError."""
    write_whole(folder / MANIFEST, sealed(manifest.model_dump(mode="json")), folder / FORMER)


def now() -> str:
    """Return the time in UTC, to the second, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def is_in(folder: Path) -> bool:
    """Return whether a folder holds a run."""
    return any((folder / name).exists() for name in (MANIFEST, FORMER))


def load(folder: Path) -> Manifest:
    """Read a run's manifest.

    Raises DataError if the folder holds no run, or one of another format; RunFailure if the
    manifest is damaged.
    """
    if not folder.is_dir():
        raise DataError("there is no such run folder", folder)
    if not is_in(folder):
        raise DataError(f"this folder is not a run of mazarbul: it has no {MANIFEST}", folder)
    return _read(folder / MANIFEST)


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
        plain = intact(data, path)
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
    words += "".join(f"network {each.digest if each else ''}:" for each in (*bot.parts, bot.network))
    return sha256(words.encode() + bot.weights.tobytes())
