"""The words of the effect language that this game understands (BG-20); programs.py compiles with them.

The words themselves are in words_of_sets.py, words_of_values.py, words_of_events.py and words_of_battles.py,
the names among their arguments in arguments.py. Here are the triggers and the keys of an effect.

A text is carried out statement by statement. What it has picked, rolled or chosen stays in *registers* until
its end, each with the thing put there last; a list in a statement has those of the text around it:

- `place` (a region): filled by `pick_region` and `each_region`. Read by the set of regions `place`.
- `army` (a stand): filled by `pick_army`. Read by the set of Armies `army`, as long as an Army is there.
- `nation`: filled by `pick_nation`. Read by the set of Nations `picked` and the name `picked` of a Nation.
- `figure` (one of the 13 Characters): filled by `pick_figure`, and in battles by `slay`. Read by the set
  `figure`.
- `x`: filled by `choose_number`. `rolled`: filled by `roll`, and by `draw_tile` with the number of its tile,
  0 for a void one. `drawn`: filled by `draw_tile`.
- `target` (a stand): known in the argument `fewer` of `attack` only, which is evaluated once, when the battle
  starts.

A pick from an empty set leaves the register empty, and a set that reads it is then empty too: the statements
that need it do nothing (BG-20.8). A text that reads a register no earlier statement of it fills is refused.

Of a card: `play` is its event half, whose `if` must hold; a card with `table = true` stays, after its `play`
if it has one, and its other effects work from the table. Of a tactic: its `if` is checked when it is chosen,
and each of its effects is carried out at the step of its initiative (BG-12.3). Of a figure: `enter` works
while it has not come into play (for Gandalf the White: and has not been eliminated), `guide` while it is the
Guide, `abilities` while it is on the map; only `eliminated_in_fellowship` works in the Fellowship (BG-15.6).
"""

from mazarbul.sim.effects import CONDITION, Block, Choice, Field, Vocabulary
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.board_game.content.arguments import DIE, REGIONS, UNTIL
from mazarbul.sim.games.board_game.content.ground import NO_GROUND, Ground
from mazarbul.sim.games.board_game.content.phrases import PHRASES
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.content.words_of_battles import MANOEUVRE_WORDS, MODIFIER_WORDS
from mazarbul.sim.games.board_game.content.words_of_events import OPERATION_WORDS
from mazarbul.sim.games.board_game.content.words_of_sets import set_words
from mazarbul.sim.games.board_game.content.words_of_values import VALUE_WORDS

TRIGGERS = Choice("trigger", spelled(ON))

_FIELDS = (
    Field("on", TRIGGERS, "when it works, see `sim/games/board_game/content/triggers.py`"),
    Field("if", CONDITION, "what must hold for it to be used, or to apply"),
    Field(
        "while", CONDITION, "`static` of a table card: the card is discarded as soon as this fails (BG-7.5)"
    ),
    Field("until", UNTIL, "`static` of a table card: what makes it be discarded (BG-7.5)"),
    Field("at", REGIONS, "`path`: the way of the Fellowship goes into, out of or through one of these"),
    Field("die", DIE, "`action`, `force`: the unused Action die that pays for it (BG-6.7)"),
    Field("ring", None, "`force`: true if an own Elven Ring is used too, which passes on (BG-5.1, BG-5.2)"),
    Field("cost", Block("operation"), "`force`: what must also be carried out in full"),
    Field("may", None, "windows: true if its side may leave it"),
    Field("keep", None, "windows: true if the card stays on the table when it is used"),
    Field("do", Block("operation"), "what happens, in order; modifiers for `static`, manoeuvres in battles"),
    Field("initiative", None, "of a tactic: the step of a battle round at which it works, 0 to 7 (BG-12.3)"),
)


def make_vocabulary(ground: Ground) -> Vocabulary:
    """Return the vocabulary of a game that is played on this map."""
    return Vocabulary(
        "board_game",
        "War of the Ring",
        phrases=PHRASES,
        words=(*OPERATION_WORDS, *MANOEUVRE_WORDS, *MODIFIER_WORDS, *VALUE_WORDS),
        sets=set_words(ground),
        fields=_FIELDS,
    )


VOCABULARY = make_vocabulary(NO_GROUND)
