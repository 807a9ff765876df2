"""The pages of documentation that help texts and messages name, such as docs/bots.md, found by name."""

from __future__ import annotations

from pathlib import Path

from mazarbul.sim.toml import DataError, nearest, read_text

#: The pages' folder, in a checkout as in an installed wheel.
FOLDER = Path(__file__).resolve().parents[2] / "docs"
#: The pages that can be named, as they lie in the folder.
PATHS = (
    "adding-a-game.md",
    "agents.md",
    "analysing.md",
    "analysis.md",
    "bots.md",
    "data.md",
    "decks.md",
    "effects.md",
    "glossary.md",
    "reference/methods.md",
    "new-game.md",
    "people.md",
    "performance.md",
    "play-script.md",
    "python.md",
    "scale.md",
    "reference/shipped-bots.md",
    "studies.md",
    "training.md",
    "watching.md",
    "reference/weights.md",
    "workbench.md",
)
#: Name of a page -> where it lies. Names are what readers type, so no two pages share one.
PLACES = {Path(path).stem: path for path in PATHS}
NAMES = tuple(PLACES)


def titles() -> dict[str, str]:
    """Return all pages: name -> title, which is the first line."""
    return {name: page(name).partition("\n")[0].removeprefix("# ") for name in NAMES}


def page(name: str) -> str:
    """Return a page as Markdown. name: with or without its folder and ending. Raises DataError."""
    plain = Path(name).name.removesuffix(".md")
    if plain not in NAMES:
        raise DataError(f"unknown page {name!r}; valid: {', '.join(NAMES)}", suggestion=nearest(plain, NAMES))
    if not (path := FOLDER / PLACES[plain]).is_file():
        raise DataError(f"the page {plain!r} is missing; install mazarbul again")
    return read_text(path)
