"""Commands on pages name files as one types them in this folder."""

from __future__ import annotations

import shlex

from mazarbul.analysis.commands import typed


def test_files_below_this_folder_have_their_names_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [
        "--overlay",
        f"{tmp_path}/my change.toml",
        f"frodo={tmp_path}/a/deck.txt",
        f"game/{tmp_path}/b.toml",
    ]
    near = ["--overlay", "my change.toml", "frodo=a/deck.txt", "game/b.toml"]
    assert shlex.split(typed("mazarbul", *words)) == ["mazarbul", *near]


def test_files_elsewhere_stay_as_they_are(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for word in (
        f"{tmp_path}/a.toml",
        f"{tmp_path}/here_not/a.toml",
        f"/mnt{tmp_path}/here/a.toml",
        "runs/a",
    ):
        assert typed(word) == word
