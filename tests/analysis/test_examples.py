"""Games to look at really have the property that they are examples of."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from mazarbul.analysis import examples, load_run
from mazarbul.reports.sections.common import Topic
from mazarbul.reports.sections.examples import table
from tests.analysis.synthetic import Plan, write_run


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    return load_run(write_run(tmp_path_factory.mktemp("examples") / "run", 600, 250, plan=Plan(capped=0.02)))


@pytest.fixture(scope="module")
def games(known):
    """The table of games by their numbers, with margins and what the winner was behind by."""
    parts = [pd.read_parquet(path) for path in known.files["games"]]
    found = pd.concat(parts, ignore_index=True).set_index("game")
    first, second = known.sides
    leads = found[[name for _, name in known.numbered("games", "lead_round_")]]
    behind = (-leads.min(axis=1)).where(found["winner"] == first, leads.max(axis=1))
    margin = (found[f"score_{first}"] - found[f"score_{second}"]).abs()
    return found.assign(
        behind=behind.where(found["winner"].notna()), margin=margin.where(found["winner"].notna())
    )


@pytest.fixture(scope="module")
def found(known):
    return examples.examples(known).set_index("kind")


def test_every_ending_has_its_first_game(found, games):
    rows = found.loc[[examples.ENDING]]
    assert set(rows["reason"]) == set(games["end_reason"])
    for row in rows.itertuples():
        assert row.game == games.index[games["end_reason"] == row.reason].min()


@pytest.mark.parametrize(
    ("kind", "column", "best"),
    [
        (examples.CLOSEST, "margin", "min"),
        (examples.COMEBACK, "behind", "max"),
        (examples.SHORTEST, "rounds", "min"),
        (examples.LONGEST, "rounds", "max"),
    ],
)
def test_an_extreme_game_is_the_first_of_the_most_extreme(found, games, kind, column, best):
    row, extreme = found.loc[kind], getattr(games[column], best)()
    assert row["value"] == extreme
    assert row["game"] == games.index[games[column] == extreme].min()
    assert row["rounds"] == games.loc[row["game"], "rounds"]


def test_the_page_names_the_command(known, monkeypatch):
    monkeypatch.chdir(known.path.parents[1])
    (shown,) = table(Topic(known))
    folder = known.path.relative_to(known.path.parents[1])
    assert shown.frame["command"][0] == f"mazarbul trace {folder} --game {shown.frame['game'][0]}"
    assert "the closest: a margin of" in " ".join(shown.frame["name"])


def test_the_command_quotes_a_folder_that_a_shell_would_split(known):
    words = examples.command(replace(known, path=known.path / "my run"), 7)
    assert words.endswith("/my run' --game 7")
