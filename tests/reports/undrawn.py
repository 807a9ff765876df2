"""Reports with Markdown whose pictures are not drawn: drawing is most of the work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def undrawn() -> Iterator[None]:
    """Write some bytes instead of pictures inside this block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mazarbul.reports.charts.png.png", lambda _form: b"not drawn")
        yield
