"""When the texts of cards and figures work (BG-7.5, BG-20): the `on` of their effects."""

from mazarbul.sim.engine.declared import numbered, spelled

ON = numbered(
    "On",
    (
        "PLAY",  # the event half of a card is used                                      BG-7.2
        "STATIC",  # applies all the time: from the table, or as a figure's text
        "FORCE",  # the enemy takes the card off the table for this price, as an action  BG-7.5
        "ACTION",  # an action of its side, for a die                                    BG-6.7
        # Windows of the Hunt
        "HUNT_ROLL",  # before the dice of a Hunt are rolled                             BG-14.3
        "BEFORE_TILE",  # a tile is about to be drawn                                    BG-14.6
        "TILE_DRAWN",  # one was drawn, before the Guide's ability                       BG-14.9, step 1
        "DAMAGE",  # it does 1 damage or more                                            BG-14.9, step 2
        "HUNT_CASUALTY",  # a Companion was taken as its casualty                        BG-14.9, step 3
        "ELIMINATED_IN_FELLOWSHIP",  # the figure would be, while in the Fellowship      BG-14.13
        "FELLOWSHIP_EMPTY",  # its last Companion has left it                            BG-15.7
        "PATH",  # a reveal or declaration leads into, out of or through a region of `at`; staying does not
        # Windows of battles
        "BATTLE_START",  # a battle with the figure starts                               BG-11.5
        "COMBAT_CARD",  # the table card may be chosen as its side's Combat card         BG-12.1
        "FIRST_ROUND",  # end of a first round with the figure, if its side used a card  BG-11.6, step 8
        # Other windows
        "EVENT_DIE_CARD",  # another card of its side, paid for by an Event die (or a Will turned into one),
        # has been carried out                                                           BG-7.1
    ),
)
TRIGGERS = tuple(spelled(ON))

#: The parts of a figure's texts: how it enters play, what it does as Guide, and what it does otherwise.
TEXT_PART = numbered("TextPart", ("ENTER", "GUIDE", "ABILITIES"))
TEXT_PARTS = tuple(spelled(TEXT_PART))

#: Windows whose texts are asked for, or carried out, at their moment.
WINDOWS = (
    "hunt_roll",
    "before_tile",
    "tile_drawn",
    "damage",
    "hunt_casualty",
    "eliminated_in_fellowship",
    "fellowship_empty",
    "path",
    "battle_start",
    "first_round",
    "event_die_card",
)
#: Those in a battle, which know the words about it; those of them that have manoeuvres.
IN_BATTLE = ("battle_start", "first_round")
WITH_MANOEUVRES = ("battle_start",)
