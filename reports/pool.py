"""The list of findings of a study: what its findings compare is tested together, as one list.

A study asks the same questions of several scenarios, so its findings come from many tables. If every table
were corrected alone, a list of forty questions without any effect would still have about two findings. So
a finding is first a `Draft`, and `written` corrects the p-values of all drafts at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from analysis import words
from analysis.estimates import CLEAR, pooled
from reports.page import Finding
from reports.sections.wording import TEXTS


@dataclass(frozen=True)
class Pool:
    """All comparisons behind a list of findings. compared: how many; clear: how many of them are clear.

    limit: the largest p-value that is clear after correction for the whole list.
    """

    compared: int
    clear: int
    limit: float = field(default=0.0, compare=False)

    @property
    def note(self) -> str:
        """Return the note below a table of a finding."""
        return TEXTS["note"]["study"].format(compared=words.count(self.compared))

    @property
    def choice(self) -> tuple[int, int]:
        """The (chosen, compared) that every interval of the summary and the findings is adjusted for.

        It is the same for all of them: picked out of the whole list for being clear. So an estimate has one
        interval wherever it is named or drawn, and that of a clear one does not reach zero.
        """
        return self.clear or 1, self.compared or 1


@dataclass(frozen=True, eq=False)
class Draft:
    """A finding before its comparisons are pooled. rows: the comparisons, with change_p and change_bh.

    change_bh is corrected for the row's own table; a row without it is no comparison. write: makes the
    finding of the rows with change_bh corrected for the whole list, and of the pool.
    """

    rows: pd.DataFrame
    write: Callable[[pd.DataFrame, Pool], Finding]


def written(found: Iterable[Finding | Draft | None]) -> tuple[list[Finding], Pool]:
    """Return the findings in their order, without None, and their pool: the drafts are tested together."""
    kept = [each for each in found if each is not None]
    drafts = [each for each in kept if isinstance(each, Draft)]
    parts = [draft.rows[["change_p", "change_bh"]].to_numpy(float) for draft in drafts]
    p, own = np.concatenate([np.empty((0, 2)), *parts]).T
    corrected = pooled(p, own)
    is_clear = corrected < CLEAR
    pool = Pool(int((~np.isnan(corrected)).sum()), int(is_clear.sum()), float(p[is_clear].max(initial=0.0)))
    ends = np.cumsum([len(part) for part in parts])
    shares = iter(np.split(corrected, ends[:-1]) if parts else ())
    texts = [
        each.write(each.rows.assign(change_bh=next(shares)), pool) if isinstance(each, Draft) else each
        for each in kept
    ]
    return texts, pool
