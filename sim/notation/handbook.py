"""The pages of documentation that help texts and messages name, such as docs/bots.md, found by name."""

from __future__ import annotations

from pathlib import Path

from sim.toml import DataError, nearest, read_text

_PACKAGE = Path(__file__).resolve().parents[1]
#: The pages' folders: in an installed wheel, and in a checkout.
PACKED, CHECKED_OUT = _PACKAGE / "handbook", _PACKAGE.parent / "docs"
#: The pages that come along in a wheel.
NAMES = (
    "adding-a-game",
    "agents",
    "analysis",
    "bots",
    "data",
    "decks",
    "effects",
    "glossary",
    "performance",
    "play-script",
    "python",
    "scale",
    "studies",
    "watching",
)


def titles() -> dict[str, str]:
    """Return all pages: name -> title, which is the first line."""
    return {name: page(name).partition("\n")[0].removeprefix("# ") for name in NAMES}


def page(name: str) -> str:
    """Return a page as Markdown. name: with or without its folder and ending. Raises DataError."""
    plain = Path(name).name.removesuffix(".md")
    if plain not in NAMES:
        raise DataError(f"unknown page {name!r}; valid: {', '.join(NAMES)}", suggestion=nearest(plain, NAMES))
    for folder in (PACKED, CHECKED_OUT):
        if (path := folder / f"{plain}.md").is_file():
            return read_text(path)
    raise DataError(f"the page {plain!r} is missing; install mazarbul again")
