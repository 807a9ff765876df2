"""Writes the tables of docs/effects.md from the games' vocabularies.

`python -m sim.games.document` rewrites the part of the page between its markers; with `--check` it only says,
by its exit status, whether the page is current.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from sim import games
from sim.effects.document import page_with, section
from sim.effects.vocabulary import Vocabulary
from sim.games.contract import HasVocabulary

PAGE = Path(__file__).resolve().parents[2] / "docs" / "effects.md"


def vocabularies() -> Iterator[Vocabulary]:
    """Yield the vocabulary of every game that comes with the program and has one, by name."""
    for name in sorted(games.MODULES):
        game = games.get(name)
        if isinstance(game, HasVocabulary):
            yield game.vocabulary()


def main(arguments: list[str] | None = None) -> int:
    """Rewrite or check the page; return the exit status."""
    summary = __doc__.splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m sim.games.document", description=summary)
    parser.add_argument("--check", action="store_true", help="only check whether the page is current")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page, by default docs/effects.md")
    options = parser.parse_args(arguments)
    try:
        old = options.page.read_text(encoding="utf-8")
        new = page_with(old, map(section, vocabularies()))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{options.page}: {error}\n")
        return 2
    if options.check:
        if new != old:
            sys.stderr.write(f"{options.page} is not current; run python -m sim.games.document\n")
        return int(new != old)
    options.page.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
