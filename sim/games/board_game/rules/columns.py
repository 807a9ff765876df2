"""The columns of arguments in the rows of words, for kernels: `t.rows[row, columns.RECRUIT.AT]`."""

from mazarbul.sim.effects.classes import columns_of, words_with
from mazarbul.sim.effects.vocabulary import END_OF_BLOCK
from mazarbul.sim.engine.declared import Numbers
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY

_operation, _, _value = columns_of(VOCABULARY)


def _manoeuvre(*names: str) -> Numbers:
    return VOCABULARY.columns("manoeuvre", *names)


BLOCK = _operation(*words_with(VOCABULARY, "operation", END_OF_BLOCK))
CHOOSE = _operation("choose")
PICK_REGION = _operation("pick_region")
PICK_ARMY = _operation("pick_army")
PICK_NATION = _operation("pick_nation")
PICK_FIGURE = _operation("pick_figure")
CHOOSE_NUMBER = _operation("choose_number")
ROLL = _operation("roll")
EACH_REGION = _operation("each_region")
ADD_TILE = _operation("add_tile")
NUMBER = _operation("corrupt", "scatter", "reduce", "hunt_bonus")  # one number is their only argument
DRIFT = _operation("drift")
SEPARATE = _operation("separate")
FIGURES = _operation("depart", "move_figures", "move_to", "enter", "eliminate")
DRAW_TILE = _operation("draw_tile")
PROBE_TILES = _operation("probe_tiles")
MOVE_TO = _operation("move_to")
ENTER = _operation("enter")
ARMIES = _operation("march", "attack", "wound", "rout", "upgrade", "remove")
MARCH = _operation("march")
GATHER = _operation("gather")
ATTACK = _operation("attack")
WOUND = _operation("wound")
ROUT = _operation("rout")
RECRUIT = _operation("recruit")
UPGRADE = _operation("upgrade")
REMOVE = _operation("remove")
NATIONS = _operation("advance", "activate", "enter_war")
ADVANCE = _operation("advance")
DRAW = _operation("draw")
DISCARD = _operation("discard")
PLAY_CARD = _operation("play_card")
TURN_DICE = _operation("turn_dice")

# Of manoeuvres
CHOICE = _manoeuvre("choose_number")
BONUS = _manoeuvre("add")
OF_DICE = _manoeuvre("fewer_dice", "most_dice")
STRIKE = _manoeuvre("strike")
MEASURE = _manoeuvre("strike", "more_hits", "cancel_hits", "convert", "forfeit_points", "suffer")
FORFEIT = _manoeuvre("forfeit")
NO_REROLL = _manoeuvre("no_reroll")
MUTE = _manoeuvre("mute")
SLAY = _manoeuvre("slay")

OF_REGIONS = _value("regions")
OF_ARMIES = _value("armies", "units")
OF_FIGURES = _value("figures", "standing", "level", "present")
OF_NATIONS = _value("nations")
UNITS = _value("units")
STANDING = _value("standing")
PRESENT = _value("present")
FIGHTING = _value("fighting")
OF_SIDE = _value("hit_points", "leadership", "hits", "played_card")
HITS = _value("hits")
