"""How games are cut into chunks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mazarbul.formats.manifest import Span, spans
from mazarbul.sim.runner.chunks import LARGEST_EVER, default_chunk


@given(games=st.integers(1, 50_000), chunk=st.integers(1, 60_000))
def test_chunks_hold_every_game_once(games, chunk):
    found = spans(games, max(chunk, games // 500 + 1))
    assert [span.index for span in found] == list(range(len(found)))
    assert [game for span in found for game in range(span.first, span.first + span.games)] == list(
        range(games)
    )


@given(games=st.integers(1, 10**10), jobs=st.integers(1, 512))
def test_the_default_suits_every_run(games, jobs):
    chunk = default_chunk(games, jobs)
    assert 1 <= chunk <= LARGEST_EVER
    assert -(-games // chunk) >= min(jobs, games) or chunk == -(-games // jobs)


def test_default_chunks():
    assert default_chunk(100_000, 2) == 10_000
    assert default_chunk(100, 2) == 50
    assert default_chunk(4_000, 2) == 500
    assert default_chunk(50_000_000, 8) == 50_000


def test_finished_chunks_are_left_out():
    assert spans(25, 10, {0, 1}) == [Span(2, 20, 5)]
    assert spans(30, 10, {0, 1, 2}) == []
