"""Writes the tables of docs/effects.md and docs/reference/weights.md from what the games declare.

`python -m mazarbul.sim.games.document` rewrites the part of each page between its markers; with `--check` it
only returns whether the pages are current, as its exit status.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mazarbul.sim import games
from mazarbul.sim.effects.document import page_with, section, table
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.games.contract import Game, HasVocabulary, HasWeights

FOLDER = Path(__file__).resolve().parents[2] / "docs"


def printed_games() -> Iterator[Game]:
    """Yield every game that comes with the program, by name."""
    return (games.get(name) for name in sorted(games.MODULES))


def vocabularies() -> Iterator[Vocabulary]:
    """Yield the vocabulary of every game that comes with the program and has one, by name."""
    return (game.vocabulary() for game in printed_games() if isinstance(game, HasVocabulary))


def effects() -> list[str]:
    """Return the part of docs/effects.md that is written: a chapter for each vocabulary."""
    return [section(vocabulary) for vocabulary in vocabularies()]


def weights() -> list[str]:
    """Return the written part of docs/reference/weights.md: a table of the weights of each game's bots."""
    parts = []
    for game in printed_games():
        if isinstance(game, HasWeights):
            own = game.weights()
            rows = [(f"`{row.name}`", f"{row.default:g}", row.help) for row in own.rows]
            parts += [
                f"### {game.title}",
                f"The unit is {own.unit}.",
                table(("weight", "default", "meaning"), rows),
            ]
    return parts


#: Page of the documentation -> what stands between its markers.
PAGES: Mapping[str, Callable[[], list[str]]] = {"effects.md": effects, "reference/weights.md": weights}


def main(arguments: list[str] | None = None) -> int:
    """Rewrite or check the pages; return the exit status."""
    summary = __doc__.splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m mazarbul.sim.games.document", description=summary)
    parser.add_argument("--check", action="store_true", help="only check whether the pages are current")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the pages, by default docs")
    options = parser.parse_args(arguments)
    return max(_write(options.folder / name, parts(), options.check) for name, parts in PAGES.items())


def _write(page: Path, parts: list[str], is_check: bool) -> int:
    """Rewrite or check one page; return the exit status."""
    try:
        old = page.read_text(encoding="utf-8")
        new = page_with(old, parts)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{page}: {error}\n")
        return 2
    if is_check:
        if new != old:
            sys.stderr.write(f"{page} is not current; run python -m mazarbul.sim.games.document\n")
        return int(new != old)
    page.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
