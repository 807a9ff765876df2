"""The columns of arguments in the rows of words, for kernels: `t.rows[row, columns.PICK.CARDS]`."""

from mazarbul.sim.effects import VALUES
from mazarbul.sim.effects.classes import columns_of, words_with
from mazarbul.sim.effects.vocabulary import END_OF_BLOCK
from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY

_operation, _modifier, _value = columns_of(VOCABULARY)

BLOCK = _operation(*words_with(VOCABULARY, "operation", END_OF_BLOCK))
AFFECTING = _operation(*words_with(VOCABULARY, "operation", "affects"))
ON_THEM = _operation("move", *words_with(VOCABULARY, "operation", "affects"))
SIZED = _operation(*words_with(VOCABULARY, "operation", "sized"))
PICK = _operation("pick")
ALL = _operation("all")
RANDOM = _operation("random")
TOPMOST = _operation("topmost")
LOOK = _operation("look")
PICK_PLAYER = _operation("pick_player")
PLAYER_NUMBER = _operation("threat", "draw")
PROGRESS = _operation("progress")
MOVE = _operation("move")
ATTACH = _operation("attach")
ATTACH_TO_DECK = _operation("attach_to_deck")
FACE_DOWN_ENEMY = _operation("face_down_enemy")
REVEAL = _operation("reveal")
SHUFFLE = _operation("shuffle")
ATTACK = _operation("attack")
DEAL_SHADOW = _operation("deal_shadow")
CAPTURE = _operation("capture")
UNTIL = _operation("until")
LATER = _operation("later")
EACH = _operation("each")
CHOOSE = _operation("choose")

ON_CARDS = _modifier(*words_with(VOCABULARY, "modifier", "what"))
CARD_NUMBER = _modifier(*words_with(VOCABULARY, "modifier", "what", "n"))
NUMBER = _modifier(*words_with(VOCABULARY, "modifier", "n", but=("what",)))
MULTIPLE_DEFENDERS = _modifier("multiple_defenders")

ABOUT_CARD = _value(*words_with(VOCABULARY, VALUES, "what"))
COUNT = _value("count")
IS_A = _value("is_a")
AT = _value("at")
ATTACKING = _value("attacking")
THREAT_OF = _value("threat_of")
