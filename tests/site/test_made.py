"""What is made for the site: references from the code, tutorials from notebooks."""

from __future__ import annotations

import pytest
import typer.main

from mazarbul.sim.cli import app
from mazarbul.sim.games import MODULES, get

jupytext = pytest.importorskip("jupytext")

from handbook import commands, files, metrics, records, tutorials  # noqa: E402
from mazarbul.sim.runner.experiment import Experiment  # noqa: E402


def test_the_page_of_commands_has_every_command_option_and_example():
    page = commands.markdown()
    for name, command in typer.main.get_command(app).commands.items():
        section = page.partition(f"## mazarbul {name}\n")[2].partition("\n## ")[0]
        assert "Examples:\n\n```sh\nmazarbul" in section or "Example:\n\n```sh\nmazarbul" in section, name
        for parameter in command.params:
            assert all(
                f"`{option}" in section or f", {option}" in section for option in parameter.opts[:1]
            ) or (parameter.param_type_name == "argument"), (name, parameter.name)


def test_the_page_of_files_has_every_key_of_an_experiment_with_its_range():
    page = files.markdown()
    assert all(f"| `{key}` |" in page for key in Experiment.model_fields)
    assert "| `games` | whole number from 1 to 10,000,000,000 | `10000` |" in page


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "integer"}, "whole number"),
        ({"type": "number", "exclusiveMinimum": 0}, "number above 0"),
        ({"type": "integer", "minimum": 1}, "whole number from 1"),
        ({"enum": ["a", "b"]}, "`a` or `b`"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "text"),
        ({"type": "array", "items": {"type": "boolean"}}, "list of: true or false"),
        ({"$ref": "#/$defs/Own"}, "table"),
    ],
)
def test_a_key_is_described_in_words(schema, said):
    assert files.described(schema, {"$defs": {"Own": {"type": "object"}}}) == said


def test_the_page_of_records_has_every_game_and_field():
    page = records.markdown()
    assert all(f"## {get(name).title}\n" in page for name in MODULES)
    assert "| `contested` | 25 | 0 to 1 |" in page


def test_the_page_of_metrics_links_to_every_method_that_it_names():
    page = metrics.markdown()
    headings = {line[4:].lower().replace(" ", "-") for line in page.splitlines() if line.startswith("### ")}
    named = {part.partition(")")[0] for part in page.split("](#")[1:]}
    assert named
    assert named <= headings


@pytest.mark.parametrize("source", tutorials.sources(), ids=lambda path: path.stem)
def test_a_tutorial_says_how_many_games_it_plays_and_has_a_title(source):
    notebook = jupytext.read(source)
    assert int(tutorials.parameters(notebook).source.removeprefix("GAMES = ")) >= 1_000
    assert notebook.cells[0].source.startswith("# ")


def write(path, *cells):
    path.write_text("\n\n".join(("# %% [markdown]\n# # A title", *cells)), encoding="utf-8")
    return path


GAMES = '# %% tags=["parameters"]\nGAMES = 5'


@pytest.mark.slow
@pytest.mark.parametrize(("games", "said"), [(0, "5 games"), (3, "3 games")])
def test_the_number_of_games_can_be_chosen(tmp_path, games, said):
    source = write(tmp_path / "own.py", GAMES, '# %%\nprint(GAMES, "games")')
    made = tutorials.pages(source, games)
    assert said in made["tutorials/own.md"]
    assert said in made["tutorials/own.ipynb"]


@pytest.mark.slow
def test_a_tutorial_that_fails_stops_the_build(tmp_path):
    from nbclient.exceptions import CellExecutionError

    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        tutorials.pages(write(tmp_path / "own.py", GAMES, "# %%\nGAMES / 0"))


def test_a_tutorial_without_parameters_is_refused(tmp_path):
    with pytest.raises(ValueError, match="one cell tagged 'parameters'"):
        tutorials.executed(write(tmp_path / "own.py", "# %%\n1"), games=2)
