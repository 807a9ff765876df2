"""The types of the arguments of the effect language's words: names with their numbers, values and sets."""

from mazarbul.sim.effects import Choice, Flags, Set, Value
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.board_game import ids

REGIONS = Set("region")
ARMIES = Set("army")
FIGURES = Set("figure")
NATIONS = Set("nation")
TILES = Set("tile")

#: A side by its name, or as the text's own or the other. A word for what a side decides asks the seat that
#: uses the text, or for the other side its leading seat (BG-18.4), unless the rule says who decides.
SIDE = Choice("side", (*ids.SIDES, "own", "enemy"))
SIDES = Choice("sides", (*SIDE.names, "both"))
CHOOSER = Choice("chooser", (*SIDE.names, "random"))
PLAIN_SIDE = Choice("side", {name: SIDE.names[name] for name in ids.SIDES})

NATION = Choice("nation", ids.NATIONS)
#: any: every Nation, the player picks. picked: the Nation in the register `nation`.
ANY_NATION = Choice("any_nation", {**NATION.names, "any": -1, "picked": -2})

_PIECES = {name: 1 << number for name, number in spelled(ids.PIECE).items()}
UNITS = _PIECES["regular"] | _PIECES["elite"]
#: Sorts of counted figures (BG-1.8). Of several, the player picks one for each figure: `unit` is a Regular or
#: an Elite.
PIECES = Flags("piece", {**_PIECES, "unit": UNITS})

ALL = 99
#: A number, or `all`: as many as there are.
COUNT = Value("number", {"all": ALL})

DECK = Choice("deck", ids.DECKS)
#: same: the deck of the card that was used. either: the player picks a deck for each card.
ANY_DECK = Choice("any_deck", (*DECK.names, "same", "either"))
CARDS_AT = Choice("zone", spelled(ids.ZONE, "hand", "table"))

#: What an unused Action die shows; any: whatever it does.
SHOWS = Choice("face", {**spelled(ids.FACE), "any": ids.FACE_N})
#: What it is turned to; lost: it is set aside as used.
TURNS_TO = Choice("result", {**spelled(ids.FACE), "lost": ids.FACE_N})
#: exactly: as many as there are, up to n. up_to: the player says how many.
HOW_MANY = Choice("how_many", ("exactly", "up_to"))

#: Ways to separate. on_map: instead a group on the map may move. into_siege: the way may end in a besieged
#: Stronghold.
PARTING = Flags("parting", {"plain": 0, "on_map": 1, "into_siege": 2})

#: Ways to march. joins: it ends where another own Army is. direct: it needs no way. from_siege: a besieged
#: Army may go too. fights: it may enter the field of an enemy Army, and attacks it. no_cease: that attack
#: goes on until the enemy Army is gone, has retreated or has withdrawn. up_to: the player may stop after any
#: of several Armies.
MARCHING = Flags(
    "marching",
    {"plain": 0, "joins": 1, "direct": 2, "from_siege": 4, "fights": 8, "no_cease": 16, "up_to": 32},
)

#: What damage does besides. everyone: Characters and Nazgûl die with the last unit. attack: it counts as an
#: attack on the Army for politics (BG-10.3b, BG-10.4a), before the hits are taken.
HARM = Flags("harm", {"units": 0, "everyone": 1, "attack": 2})

#: Ways to recruit. up_to: the player may recruit fewer. capture: the side takes control of the region first.
#: join: the card names an Army or a Character, so that the figures may join an Army that besieges.
RECRUITING = Flags("recruiting", {"plain": 0, "up_to": 1, "capture": 2, "join": 4})

#: Ways to draw a Hunt tile. unreduced: nothing reduces its damage. random_casualty: damage that is left must
#: be reduced by a random Companion (BG-14.19). number: its number is only `rolled`, without any effect.
DRAWING = Flags("drawing", {"plain": 0, "unreduced": 1, "random_casualty": 2, "number": 4})

#: Combat cards of the enemy in the first round of a battle. locked: none, unless a figure named is in the
#: battle.
ENEMY_CARDS = Choice("enemy_cards", ("open", "locked"))

#: Rolls of a battle round that a modifier changes (BG-11.8, BG-11.10).
ROLLS = Flags("roll", ("roll", "reroll"))
#: Hits that a side has scored in this round. dice: of both rolls. extra: of extra attacks (BG-12.6). total:
#: all of them with those that cards have added. waiting: those for which the enemy must still take
#: casualties.
PART = Choice("part", ("roll", "reroll", "dice", "extra", "total", "waiting"))

#: What ends the time of a table card (BG-7.5). declared, revealed: the Fellowship is. declared_in_city: it is
#: declared in an unconquered City or Stronghold of the Free Peoples. advanced_by_...: a Nation of the Free
#: Peoples advances because of an attack, or of a Companion's own ability.
UNTIL = Flags(
    "end", ("declared", "revealed", "declared_in_city", "advanced_by_attack", "advanced_by_ability")
)

#: Action dice that pay for an action. muster: also Army/Muster, and a Will turned into it (BG-4.3). will: a
#: Will of the West as it is. any: every unused die.
DIE = Choice("die", ("any", "character", "army", "muster", "event", "will"))
