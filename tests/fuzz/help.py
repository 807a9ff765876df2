"""The small, fast part of the campaign: some damaged inputs of a kind, always the same ones."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.kind import InputKind

RANDOMS = st.randoms(use_true_random=False)


def try_some(kind: InputKind, folder: Path, examples: int) -> None:
    """Try some inputs of a kind; hypothesis shrinks a failure and shows the input."""

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(random=RANDOMS)
    def attempt(random) -> None:
        raw = kind.input(random)
        try:
            kind.try_one(raw, folder)
        except BaseException as error:
            error.add_note(f"the input: {raw[:3000]!r}")
            raise

    attempt()
