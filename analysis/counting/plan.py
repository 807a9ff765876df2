"""Everything that is counted in a run for its report."""

from __future__ import annotations

from typing import Any

from analysis.counting.course import Course, Endings
from analysis.counting.dealt import Dealt
from analysis.counting.exposures import EXPOSURES, exposures
from analysis.counting.games import Far, Left, Margins, Measures, Results
from analysis.counting.happened import Happened
from analysis.counting.held import Held
from analysis.counting.lead import Leads
from analysis.counting.lost import Lost
from analysis.counting.pairs import Pairs
from analysis.counting.picked import Fought, Picked
from analysis.counting.products import Products
from analysis.counting.shared import Shared
from analysis.counting.statistic import Statistic
from analysis.layout import Layout, Pilot

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
