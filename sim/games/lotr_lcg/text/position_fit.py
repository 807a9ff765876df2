"""Makes a game that has all the cards a position names: adapts decks, encounter deck and quest."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.declared import CONTENT
from mazarbul.sim.games.lotr_lcg.content.schema import (
    MOST_DECK_CARDS,
    MOST_ENCOUNTER_CARDS,
    MOST_HEROES,
    SEATS,
    Deck,
    GameData,
    Scenario,
    Stage,
)
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.position_items import TEXTLESS, Item
from mazarbul.sim.games.lotr_lcg.text.position_reader import PositionReader

ENOUGH_POINTS = 99  # quest points of a stage without text by default
_COPY = re.compile(r"[1-9]\d?")  # number of a copy; no game has a hundred copies of a card


def make_names(data: GameData, quest: int = 0) -> Names:
    """Return the names of a game made from data, with tables to play it."""
    return Names(CONTENT.setup(CONTENT.tables(data)), data, quest)


def fitted(reader: PositionReader) -> Names:
    """Return the names of a game with everything a position names: the reader's if that game has it all.

    In a campaign it is the quest with the named stage. Only the decks, encounter deck and quest differ
    from that game. Raises ScriptError for positions that no game can have.
    """
    reader.names = names = _names_of_quest(reader)
    data = reader.data
    quest, decks = _quest(reader), _decks(reader)
    if decks == data.decks and quest == data.quests[names.quest]:
        return names
    data = replace(data, quests=(quest,), decks=decks)
    if TEXTLESS in quest.quest:
        points = reader.numbers.get("points", ENOUGH_POINTS)
        data = replace(data, stages={**data.stages, TEXTLESS: _textless(points)})
    return _made(data)


_made_lately: list[Names] = []
MOST_MADE = 32


def _made(data: GameData) -> Names:
    """Return the names of adapted data; recently made games are cached."""
    for names in _made_lately:
        if names.data == data:
            return names
    _made_lately.append(make_names(data))
    del _made_lately[:-MOST_MADE]
    return _made_lately[-1]


# Decks --------------------------------------------------------------------------------------------


def _decks(reader: PositionReader) -> dict[str, Deck]:
    """Return the decks of all players: as they are, or as needed for the named cards."""
    given = reader.data.decks
    player_n = max(len(given), 1 + max(reader.mentioned, default=0))
    decks: dict[str, Deck] = {}
    owners: dict[str, str] = {}
    for player, seat in enumerate(SEATS[:player_n]):
        own = [item for item in reader.items if item.owner == player]
        decks[seat] = _deck(reader, player, given.get(seat), own)
        for item in own:
            if _is_hero(reader, item) and owners.setdefault(item.id, seat) != seat:
                what = f"{item.id} is already a hero of {owners[item.id]} (LCG-26.3)"
                raise item.line.error(what, item.token)
    return decks


def _deck(reader: PositionReader, player: int, base: Deck | None, own: list[Item]) -> Deck:
    """Return a player's deck with the named heroes and cards."""
    heroes = tuple(dict.fromkeys(item.id for item in own if _is_hero(reader, item)))
    if player not in reader.with_heroes:
        if base is None:
            raise _nobody(reader, player)
        heroes = (*base.heroes, *(hero for hero in heroes if hero not in base.heroes))
    if not heroes:
        raise _nobody(reader, player)
    if len(heroes) > MOST_HEROES:
        item = next(item for item in own if item.id == heroes[MOST_HEROES])
        raise item.line.error(f"{SEATS[player]} has more than {MOST_HEROES} heroes (LCG-3.1)", item.token)
    needed = _counted(reader.names, [item for item in own if not _is_hero(reader, item)])
    if (
        base is not None
        and set(heroes) == set(base.heroes)
        and all(base.cards.get(card, 0) >= n for card, n in needed.items())
    ):
        return base
    wanted = dict(base.cards) if base is not None and player in reader.with_rest else {}
    for card, n in needed.items():
        wanted[card] = max(n, wanted.get(card, 0))
    if sum(wanted.values()) > MOST_DECK_CARDS:
        line, token = own[-1].line, own[-1].token
        message = f"{SEATS[player]} has {sum(wanted.values())} cards, at most {MOST_DECK_CARDS} fit"
        raise line.error(message, token)
    return Deck(
        id=base.id if base is not None else "position", name="of the position", heroes=heroes, cards=wanted
    )


def _is_hero(reader: PositionReader, item: Item) -> bool:
    """Return whether a card word names a hero."""
    card = reader.data.cards.get(item.id)
    return card is not None and card.type == "hero"


def _nobody(reader: PositionReader, player: int) -> Exception:
    """Return the error for a player with neither deck nor heroes."""
    found = reader.mentioned.get(player) or next(iter(reader.mentioned.values()))
    line, token = found
    what = f"{SEATS[player]} has no heroes: name them (heroes {SEATS[player]}: ...) or give a deck (deck_of)"
    return line.error(what, token)


def _counted(names: Names, items: list[Item]) -> Counter[str]:
    """Return the copies of each card that the words need: one for each word, and enough for the numbers.

    A number that exists in the unchanged game does not need more copies.
    """
    needed = Counter(item.id for item in items)
    for item in items:
        number, known = item.token.text.partition("#")[2], names.card_index.get(item.token.text)
        is_there = known is not None and known // ids.BLOCK == item.owner
        if _COPY.fullmatch(number) and not is_there:
            needed[item.id] = max(needed[item.id], int(number))
    return needed


# The quest ----------------------------------------------------------------------------------------


def _names_of_quest(reader: PositionReader) -> Names:
    """Return the names of the campaign's quest with the named stage; the reader's if none has it."""
    names, stage = reader.names, reader.stage.text if reader.stage is not None else TEXTLESS
    having = [i for i, quest in enumerate(reader.data.quests) if stage in quest.quest]
    if not having or names.quest in having:
        return names
    return Names(names.whole, names.data, having[0])


def _quest(reader: PositionReader) -> Scenario:
    """Return the quest with the named encounter cards and stage."""
    data = reader.data
    quest = data.quests[reader.names.quest]
    own = [item for item in reader.items if item.owner == ids.ENCOUNTER]
    needed, deck = _counted(reader.names, own), data.encounter_deck(quest)
    if any(deck.get(card, 0) < n for card, n in needed.items()):
        wanted = dict(deck) if ids.ENCOUNTER in reader.with_rest else dict.fromkeys(deck, 0)
        for card, n in needed.items():
            wanted[card] = max(n, wanted.get(card, 0))
        if sum(wanted.values()) > MOST_ENCOUNTER_CARDS:
            message = f"there are {sum(wanted.values())} encounter cards, at most {MOST_ENCOUNTER_CARDS} fit"
            raise own[-1].line.error(message, own[-1].token)
        quest = quest.model_copy(update={"encounter_cards": {**quest.encounter_cards, **wanted}})
    stage = reader.stage.text if reader.stage is not None else TEXTLESS
    if reader.stage is None and reader.points.get("phase", (ids.PHASE.PLANNING, 0))[0] == ids.PHASE.SETUP:
        stage = quest.quest[0]
    if stage not in quest.quest:
        quest = quest.model_copy(update={"quest": _stages_from(data, stage)})
    return quest


def _stages_from(data: GameData, first: str) -> tuple[str, ...]:
    """Return a stage with every stage that can follow it."""
    found = [first]
    for name in found:
        if name in data.stages:
            found += [after for after in data.stages[name].next if after not in found]
    return tuple(found)


def _textless(points: int) -> Stage:
    """Return a stage without text."""
    return Stage(
        id=TEXTLESS, name="a stage without text", number=1, depth=1, quest_points=points, source="a position"
    )
