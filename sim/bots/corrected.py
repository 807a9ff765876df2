"""What networks need to know of the bots that they correct, and what bots need to know of networks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from mazarbul.sim.bots.inputs import Inputs


class Learnt(Protocol):
    """What was learnt for some sides, such as `mazarbul.sim.bots.network_files.Network`."""

    def has(self, side: str) -> bool:
        """Return whether it was learnt for a side."""

    def weights(self, side: str, inputs: Inputs, bot: Corrected) -> Mapping[str, np.ndarray]:
        """Return the weights of a side, for a bot that they correct."""


class Corrected(Protocol):
    """What networks need to know of the bot that they correct, a `mazarbul.sim.bots.bot.Bot`."""

    @property
    def name(self) -> str:
        """Its canonical text."""

    @property
    def weights(self) -> np.ndarray:
        """Its weights."""

    @property
    def network(self) -> Learnt | None:
        """What corrects its scores."""
