"""The columns of the arguments of words, as kernels read them: `t.rows[row, columns.TAKE.CARDS]`."""

from mazarbul.sim.effects.classes import columns_of, words_with
from mazarbul.sim.effects.vocabulary import END_OF_BLOCK
from mazarbul.sim.games.card_game.content.vocabulary import VOCABULARY

_operation, _modifier, _value = columns_of(VOCABULARY)

ORDER = _operation(*words_with(VOCABULARY, "operation", "who"))
SIZED_ORDER = _operation(*words_with(VOCABULARY, "operation", "who", "n"))
BLOCK = _operation(*words_with(VOCABULARY, "operation", END_OF_BLOCK))
ELIMINATE = _operation("eliminate")
REMOVE = _operation("remove")
LEAVE = _operation("leave")
TAKE = _operation("take")
DIG = _operation("dig")
ACTIVATE_PATH = _operation("activate_path")
ACTIVATE_BATTLEGROUND = _operation("activate_battleground")
MOVE = _operation("move")
TOKEN = _operation("token")
CORRUPTION = _operation("corruption")
EACH = _operation("each")

ICONS = _modifier("icons")
BONUS = _modifier("carryover", "draw_bonus")
ALLOW_PLACE = _modifier("allow_place")
ALLOW_SUPPORT = _modifier("allow_support")
FORBID_BATTLEGROUND = _modifier("forbid_battleground")
FORBID_ITEM = _modifier("forbid_item")

ABOUT_PLACES = _value("here", "active")
ABOUT_CARDS = _value("in_play", "in_reserve", "beside", "supporting", "count")
AT = _value("at")
COUNT = _value("count")
