"""Fixed texts of the reports on several runs."""

from __future__ import annotations

import tomllib
from importlib.resources import files

TEXTS = tomllib.loads(files("reports").joinpath("templates/study_texts.toml").read_text(encoding="utf-8"))


def metrics(kind: str, *, quest: bool = False) -> list[dict[str, str]]:
    """Return what each metric of a kind of report can and cannot show, as rows (what, value).

    quest: of players together against a quest, not of sides against each other.
    """
    mode = "quest" if quest else "sides"
    rows = [row for row in TEXTS["metric"] if kind in row["kinds"] and row.get("only", mode) == mode]
    return [{"what": row["what"], "value": row["value"]} for row in rows]
