"""The parts of the effect language that kernels need, all from their declarations in vocabulary.py.

Codes of words, classes of them as bits (see `mazarbul.sim.effects.classes`), and the numbers of the names
among their arguments. `columns` has the columns of a row for each argument.
"""

from mazarbul.sim.effects import VALUES
from mazarbul.sim.effects.classes import class_of
from mazarbul.sim.effects.vocabulary import END_OF_BLOCK
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import vocabulary
from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY

OPERATION = VOCABULARY.codes("operation")
MODIFIER = VOCABULARY.codes("modifier")
VALUE = VOCABULARY.codes(VALUES)

BLOCKS = class_of(VOCABULARY, "operation", END_OF_BLOCK)
OPENING = class_of(VOCABULARY, "operation", "opens")
SELECTING = class_of(VOCABULARY, "operation", "selects")
AFFECTING = class_of(VOCABULARY, "operation", "affects")
SIZED = class_of(VOCABULARY, "operation", "sized")
ON_CARDS = class_of(VOCABULARY, "modifier", "what")
NUMBERED = class_of(VOCABULARY, "modifier", "n")
STATS = class_of(VOCABULARY, "modifier", "stat")
PLAIN = class_of(VOCABULARY, "modifier", but=("what", "n", "who"))
ABOUT_CARD = class_of(VOCABULARY, VALUES, "what")

#: The modifier that changes a number of a card, by the column of `tables.stats`.
STAT_MODIFIERS = tuple(getattr(MODIFIER, name) for name in ids.STAT._fields)

PLAYER = vocabulary.WHOSE.codes
CARD = vocabulary.ONE_OR_NONE.codes  # negative, so that they differ from sets
TO = vocabulary.DESTINATION.codes
UNTIL = vocabulary.DURATION.codes
WHERE = vocabulary.WHERE.codes
AMONG = vocabulary.AMONG.codes
PILE = vocabulary.PILES.codes
EVERY = vocabulary.EVERY.codes
