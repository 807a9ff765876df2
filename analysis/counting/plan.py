"""Everything that is counted in a run for its report."""

from __future__ import annotations

from typing import Any

from mazarbul.analysis.counting.course import Course, Endings
from mazarbul.analysis.counting.dealt import Dealt
from mazarbul.analysis.counting.exposures import EXPOSURES, exposures
from mazarbul.analysis.counting.games import Far, Left, Margins, Measures, Results
from mazarbul.analysis.counting.happened import Happened
from mazarbul.analysis.counting.held import Held
from mazarbul.analysis.counting.lead import Leads
from mazarbul.analysis.counting.lost import Lost
from mazarbul.analysis.counting.pairs import Pairs
from mazarbul.analysis.counting.picked import Fought, Picked
from mazarbul.analysis.counting.products import Products
from mazarbul.analysis.counting.shared import Shared
from mazarbul.analysis.counting.statistic import Statistic
from mazarbul.analysis.layout import Layout, Pilot

#: Statistics that a run has or has not, by what it records.
RECORDED = (Margins, Far, Left, Leads, Course, Endings)
#: Statistics of a question, by its kind.
ASKED: dict[str, Any] = {
    "held": Held,
    "lost": Lost,
    "picked": Picked,
    "fought": Fought,
    "dealt": Dealt,
    "shared": Shared,
    "happened": Happened,
}


def statistics(layout: Layout, pilot: Pilot) -> list[Statistic]:
    """Return every statistic that the report of a run with this layout is made of."""
    found: list[Statistic | None] = [Results(layout), Measures(layout)]
    found += [kind.of(layout) for kind in RECORDED]
    for kind, statistic in ASKED.items():
        found += [statistic.of(layout, asked) for asked in layout.declared.asked(kind)]
    for asked in layout.declared.asked("held"):
        plans = {exposure: exposures(layout, asked, exposure, pilot) for exposure in EXPOSURES}
        found += [Products(plan) for plan in plans.values() if plan is not None]
        found += [Pairs(plans["opening"])] if plans["opening"] is not None else []
    return [each for each in found if each is not None]
