"""The parts of the effect language that kernels need, all from their declarations (see vocabulary.py).

Codes of words, of live words in sets, classes of words as bits (see `mazarbul.sim.effects.classes`), and the
numbers of the names among their arguments. `VOCABULARY.columns` has the columns of a row for each argument.
"""

from mazarbul.sim.effects import VALUES
from mazarbul.sim.effects.classes import class_of
from mazarbul.sim.effects.vocabulary import END_OF_BLOCK
from mazarbul.sim.games.board_game.content import arguments
from mazarbul.sim.games.board_game.content.triggers import ON as ON
from mazarbul.sim.games.board_game.content.triggers import TEXT_PART as TEXT_PART
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY
from mazarbul.sim.games.board_game.content.words_of_sets import SORT as SORT

OPERATION = VOCABULARY.codes("operation")
MANOEUVRE = VOCABULARY.codes("manoeuvre")
MODIFIER = VOCABULARY.codes("modifier")
VALUE = VOCABULARY.codes(VALUES)

#: Live words by the sort of set; the same code can stand for words of several sorts.
LIVE_REGIONS = VOCABULARY.live_codes("region")
LIVE_ARMIES = VOCABULARY.live_codes("army")
LIVE_FIGURES = VOCABULARY.live_codes("figure")
LIVE_NATIONS = VOCABULARY.live_codes("nation")

BLOCKS = class_of(VOCABULARY, "operation", END_OF_BLOCK)
OPENING = class_of(VOCABULARY, "operation", "opens")
SIZED = class_of(VOCABULARY, "operation", "sized")
MANOEUVRE_BLOCKS = class_of(VOCABULARY, "manoeuvre", END_OF_BLOCK)
PRICES = class_of(VOCABULARY, "manoeuvre", "price")
OF_BATTLES = class_of(VOCABULARY, VALUES, "battle")

SIDE = arguments.SIDES.codes
BOTH_SIDES = arguments.SIDES.names["both"]
ALL = arguments.ALL
CHOOSER = arguments.CHOOSER.codes
ANY_NATION = arguments.ANY_NATION.codes
PIECE = arguments.PIECES.codes
ANY_DECK = arguments.ANY_DECK.codes
SHOWS = arguments.SHOWS.codes
TURNS_TO = arguments.TURNS_TO.codes
HOW_MANY = arguments.HOW_MANY.codes
PARTING = arguments.PARTING.codes
MARCHING = arguments.MARCHING.codes
HARM = arguments.HARM.codes
RECRUITING = arguments.RECRUITING.codes
DRAWING = arguments.DRAWING.codes
ENEMY_CARDS = arguments.ENEMY_CARDS.codes
ROLL = arguments.ROLLS.codes
PART = arguments.PART.codes
UNTIL = arguments.UNTIL.codes
DIE = arguments.DIE.codes
