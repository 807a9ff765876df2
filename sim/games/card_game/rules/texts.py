"""Start of texts (CG-13.1); `effects` carries them out."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.machine import BEGIN, Text
from mazarbul.sim.engine.stack import push, top
from mazarbul.sim.games.card_game.frames import Scope
from mazarbul.sim.games.card_game.ids import NONE


@kernel
def start_text(s, e, source, you):
    """Push the frame that carries out effect `e` of a source. you: seat of the text, or NONE."""
    push(s, Text.kind, BEGIN)
    frame = top(s)
    frame[Scope.text] = e
    frame[Scope.source] = source
    frame[Scope.you] = you
    frame[Scope.they] = NONE
