"""All that is counted of a run for its report."""

from __future__ import annotations

from analysis.counting.cards import Cards
from analysis.counting.course import Course
from analysis.counting.encounter import Encounter
from analysis.counting.exposures import EXPOSURES, exposures
from analysis.counting.factions import FactionPoints
from analysis.counting.games import Eliminations, Margins, Measures, Results, Stages
from analysis.counting.heroes import Heroes
from analysis.counting.lead import Leads
from analysis.counting.pairs import Pairs
from analysis.counting.places import Places
from analysis.counting.products import Products
from analysis.counting.statistic import Statistic
from analysis.layout import Layout, Pilot

#: Statistics that a run has or has not, by what it records.
RECORDED = (Margins, Stages, Eliminations, Leads, Course, FactionPoints, Places, Cards, Heroes, Encounter)


def statistics(layout: Layout, pilot: Pilot) -> list[Statistic]:
    """Return every statistic that the report of a run with this layout is made of."""
    found = [Results(layout), Measures(layout), *(kind.of(layout) for kind in RECORDED)]
    plans = {exposure: exposures(layout, exposure, pilot) for exposure in EXPOSURES}
    found += [Products(plan) for plan in plans.values() if plan is not None]
    found += [Pairs(plans["opening"])] if plans["opening"] is not None else []
    return [each for each in found if each is not None]
