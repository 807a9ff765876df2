"""The weights of this game's bots; the random one has none."""

from sim.bots.weights import Weights

WEIGHTS = Weights("one victory point")
