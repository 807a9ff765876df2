"""States of regions, Armies, figures and Nations that change during a game: bits that words of sets ask for.

Kernels compute them for the thing in question; nothing stores them.
"""

from mazarbul.sim.engine.declared import flagged

#: A region. CONQUERED: the enemy of its original side controls its Settlement (BG-1.7). BESIEGED: its
#: Stronghold is, by whomever. FREE_TO_...: free for that side (BG-1.14b).
REGION_IS = flagged("RegionIs", ("CONQUERED", "BESIEGED", "FREE_TO_FREE_PEOPLES", "FREE_TO_SHADOW"))

#: A stand. FREE_PEOPLES, SHADOW: an Army of that side is there (BG-1.10). BESIEGED: in a box, with an enemy
#: Army in the field. BESIEGING: in a field, with an enemy Army in the box. WARRING: has a unit of a Nation At
#: War. MIXED: has units of two Nations or more.
ARMY_IS = flagged("ArmyIs", ("FREE_PEOPLES", "SHADOW", "BESIEGED", "BESIEGING", "WARRING", "MIXED"))

#: A figure. ON_MAP: in some field or box. IN_FELLOWSHIP, GUIDE: as they say. GONE: eliminated (BG-1.13).
FIGURE_IS = flagged("FigureIs", ("ON_MAP", "IN_FELLOWSHIP", "GUIDE", "GONE"))

#: A Nation (BG-10.1).
NATION_IS = flagged("NationIs", ("ACTIVE", "AT_WAR"))
