"""Fixed texts of the reports on several runs."""

from __future__ import annotations

import tomllib
from importlib.resources import files

TEXTS = tomllib.loads(files("reports").joinpath("templates/study_texts.toml").read_text(encoding="utf-8"))


def metrics(kind: str) -> list[dict[str, str]]:
    """Return what each metric of a kind of report can and cannot show, as rows (what, value)."""
    return [{"what": row["what"], "value": row["value"]} for row in TEXTS["metric"] if kind in row["kinds"]]
