"""What kernels take of the words that cards speak, all from their declarations in vocabulary.py.

Codes of words, and the numbers of the names among their arguments.
"""

from sim.effects import VALUES
from sim.games.lotr_lcg.content import vocabulary
from sim.games.lotr_lcg.content.vocabulary import VOCABULARY

OPERATION = VOCABULARY.codes("operation")
MODIFIER = VOCABULARY.codes("modifier")
VALUE = VOCABULARY.codes(VALUES)

PLAYER = vocabulary.WHOSE.codes
CARD = vocabulary.ONE_OR_NONE.codes  # negative, so that they differ from sets
TO = vocabulary.DESTINATION.codes
UNTIL = vocabulary.DURATION.codes
WHERE = vocabulary.WHERE.codes
AMONG = vocabulary.AMONG.codes
PILE = vocabulary.PILES.codes
EVERY = vocabulary.EVERY.codes
ALL_OF_IT = 99
