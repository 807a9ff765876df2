"""The public package: `import mazarbul`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import joblib
import pandas as pd
import pytest

import mazarbul
from mazarbul.sim.bots.python import BotFailure, PythonBot, python_bot
from mazarbul.sim.games.match import IllegalAction

ROOT = Path(__file__).resolve().parents[1]
PILOTS = ROOT / "tests" / "every_game" / "pilots.py"
DUEL = "card_game/duel"


def test_importing_it_imports_nothing_slow():
    code = (
        "import sys, mazarbul; print([m for m in ('numba', 'numpy', 'pandas', 'duckdb') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_all_that_it_names_is_there():
    assert all(getattr(mazarbul, name) is not None for name in mazarbul.__all__)
    with pytest.raises(AttributeError):
        mazarbul.nothing  # noqa: B018


def test_what_there_is():
    assert mazarbul.games()["card_game"] == "War of the Ring: The Card Game"
    assert mazarbul.scenarios("card_game")["trilogy"] == "Trilogy"
    with pytest.raises(mazarbul.DataError, match="unknown scenario 'duell'"):
        mazarbul.match("card_game/duell")


def test_a_position_goes_on_as_the_game_it_is_of():
    match = mazarbul.match(DUEL, seed=3, bots="random", switches={"trim": False})
    for _ in range(25):
        match.apply(match.choose())
    other = mazarbul.position(match.position(), bots="random")
    assert (other.actor, other.legal(), other.view()) == (match.actor, match.legal(), match.view())
    assert other.position() == match.position()
    assert other.play_out().record == other.copy().outcome().record


def test_a_bot_in_python_plays_a_match():
    match = mazarbul.match(DUEL, bots={"all": "random", "gandalf": f"{PILOTS}:counting"})
    assert match.choose() == match.legal()[0]
    assert match.copy().play_out() == match.play_out()
    cheat = mazarbul.match(DUEL, bots=f"{PILOTS}:cheating")
    with pytest.raises(IllegalAction, match=r"the bot .*cheating' may not '0'"):
        cheat.choose()


def test_a_bot_s_mistake_names_bot_place_and_what_is_legal(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def bad(turn):\n    return 'dance'\ndef boom(turn):\n    return 1 / 0\ndef none(turn): pass\n"
    )
    for name, kind, words in (
        (
            "bad",
            IllegalAction,
            ("may not 'dance' at decision 1 of game 0 (gandalf, ", "unknown action", "legal: '"),
        ),
        ("none", IllegalAction, ("neither the text nor the code of an action but NoneType", "legal: '")),
        ("boom", BotFailure, ("ZeroDivisionError: division by zero", f"{file}, line 4")),
    ):
        match = mazarbul.match(DUEL, bots=f"{file}:{name}")
        with pytest.raises(kind) as caught:
            match.choose()
        for each in (f"the bot '{file}:{name}'", *words):
            assert each in str(caught.value)
    with pytest.raises(mazarbul.DataError, match=r"unknown bot 'mybot\.txt'; valid: "):
        mazarbul.match(DUEL, bots="mybot.txt")
    with pytest.raises(mazarbul.DataError, match=r"^unknown action 'dance'; legal: '"):
        match.apply("dance")


def test_a_class_is_instantiated_once_for_each_seat_of_a_game():
    match = mazarbul.match(DUEL, bots={"all": "random", "gandalf": f"{PILOTS}:born"})
    (bot,) = (each for each in match.bots if isinstance(each, PythonBot))
    match.play_out()
    assert bot.made_of.born == 1


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nobody.py:bot", "there is no such file"),
        (f"{PILOTS}:countin", "; did you mean 'counting'?"),
        (f"{PILOTS}:countin", "has no bot 'countin'; it has: "),
        (f"{PILOTS}", f"name the function or class in it too, as in {PILOTS}:NAME"),
        (f"{PILOTS}:counting blunder=0.5", "is written in Python and takes no words"),
    ],
)
def test_a_bot_in_python_that_is_not_there(bot, message):
    with pytest.raises(mazarbul.DataError) as caught:
        mazarbul.match(DUEL, bots=bot)
    assert message in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_a_bot_in_python_plays_a_run(tmp_path, monkeypatch, backend, capfd):
    """A bot's file is named by its path, so workers can import it wherever they run."""
    monkeypatch.chdir(tmp_path)
    bots = {"all": "random", "gandalf": f"{PILOTS}:same_as_random"}
    run = mazarbul.run(DUEL, games=6, jobs=2, out=tmp_path / "mine", bots=bots, backend=backend, quiet=False)
    assert "times slower here" in capfd.readouterr().err
    plain = mazarbul.run(DUEL, games=6, out=tmp_path / "plain", bots="random")
    same = [name for name in plain.games if not name.startswith("bot_")]
    pd.testing.assert_frame_equal(run.games[same], plain.games[same])
    assert mazarbul.load_run(run.path).catalogue["scenario"] == "duel"


BOT = """
from mazarbul.sim.bots.python import register_bot

@register_bot("{name}")
def chosen(turn):
    return "{answer}"
"""


def answer_of(bot) -> tuple[str, int]:
    """Return what a bot takes, whatever the turn, and the process that it was asked in."""
    return bot.begin()(None), os.getpid()


def test_a_bot_whose_file_has_changed_is_imported_anew(write):
    """Also if it is as long as it was and was written within the same second."""
    file = write(BOT.format(name="mine", answer="pass"), "bot.py")
    assert python_bot(f"{file}:mine").begin()(None) == "pass"
    write(BOT.format(name="mine", answer="stay"), "bot.py")
    assert python_bot(f"{file}:mine").begin()(None) == "stay"
    write(BOT.format(name="ours", answer="stay"), "bot.py")
    with pytest.raises(mazarbul.DataError, match=r"has no bot 'mine'"):
        python_bot(f"{file}:mine")
    write(BOT.format(name="mine", answer="pass"), "bot.py")
    assert python_bot(f"{file}:mine").begin()(None) == "pass"


def test_a_worker_that_is_used_again_plays_a_changed_bot_as_it_is_now(write):
    """Workers stay alive between runs: what they have imported may be of yesterday."""
    workers, answers = set(), []
    for answer in ("pass", "stay"):
        file = write(BOT.format(name="mine", answer=answer), "bot.py")
        bot = python_bot(f"{file}:mine")
        write(BOT.format(name="mine", answer="what a run did not begin with"), "bot.py")
        with joblib.parallel_config(backend="loky", n_jobs=2):
            found = joblib.Parallel()(joblib.delayed(answer_of)(bot) for _ in range(8))
        answers.append({taken for taken, _ in found})
        workers.add(frozenset(process for _, process in found))
    assert answers == [{"pass"}, {"stay"}]
    assert os.getpid() not in set().union(*workers)
    assert len(set().union(*workers)) <= 2, "the workers are the same ones"


@pytest.mark.parametrize(("page", "said"), [("python.md", "winner"), ("agents.md", "decides (")])
def test_the_examples_of_the_page(page, said, tmp_path, monkeypatch, capsys):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, f"docs/{page}", "exec"), names)
    assert said in capsys.readouterr().out


def test_the_cards_of_a_run(tmp_path):
    run = mazarbul.run(DUEL, games=20, seed=3, bots="random", out=tmp_path / "run")
    card = run.card("Gandalf the Grey")
    assert run.card("gandalf_the_grey") is card
    assert card.printed["Path icons"] == "3"
    assert card.measure("use", "drawn").n == 20
    assert card.example.startswith(f"mazarbul trace {run.path} --game ")
    assert f"watch one: {card.example}" in str(card)
    with pytest.raises(mazarbul.DataError, match="no card 'Gandolf the Grey'; did you mean gandalf the grey"):
        run.card("Gandolf the Grey")
