"""The texts of cards, figures and tactics: what they compile to, and what is said about mistakes in them."""

import re
from collections import Counter

import pytest

from mazarbul.sim.effects.vocabulary import Alias, Statement
from mazarbul.sim.engine.sets import listed
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.cards import Effect
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.content.loading import load_data
from mazarbul.sim.games.board_game.content.tables import make_tables
from mazarbul.sim.games.board_game.content.triggers import ON, TEXT_PART, TEXT_PARTS, TRIGGERS
from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY
from tests.board_game.board import tables
from tests.board_game.compiled import Compiled

COMPANIONS = "gandalf_grey,strider,boromir,legolas,gimli,meriadoc,peregrin,aragorn,gandalf_white"
ROHAN = "eastemnet,edoras,folde,fords_of_isen,helms_deep,westemnet"
HAVENS = "grey_havens,lorien,rivendell,woodland_realm"
TABLE_CARDS = {
    "fp_char_05", "fp_char_06", "fp_char_07", "fp_char_08", "fp_str_01", "fp_str_02", "fp_str_03",
    "sh_char_15", "sh_char_16", "sh_char_17", "sh_char_21", "sh_char_22", "sh_str_03", "sh_str_05",
}  # fmt: skip

# What some of the texts do, checked by hand against the rules. Names in capitals stand for the lists above.
DOES = """
fp_char_02 0: add_tile fp_rope
fp_char_06 2: reduce 1
fp_char_08 2: skip_tile
fp_char_09 0: roll 3 [figures(strider+guide) 3 5 select]; corrupt [rolled neg]
fp_char_10 0: corrupt -1; if [figures(gollum+guide)]; choose own {option {hide}; option {walk}; option {}};
    fi
fp_char_11 0: separate 1 0 plain; corrupt -1
fp_char_14 0: probe_tiles 3 {eliminate strider,aragorn+on_map}
fp_char_15 0: separate 0 4 on_map|into_siege
fp_char_17 0: separate 1 0 plain; if [figures([legolas,gimli at(dale,erebor,woodland_realm) &])]; activate
    dwarves,north; advance dwarves,elves,north 1; fi
fp_char_18 0: pick_army [*+shadow holding(nazgul) & *+free_peoples holding(COMPANIONS) & near#0 &] own; roll
    [5 standing(nazgul, [army]) min] 5; remove [army] nazgul [rolled] any own; pick_region
    barad_dur,dol_guldur,minas_morgul,morannon,moria,mount_gundabad-conquered own; move_to nazgul [place]
    [army] nothing
fp_char_20 0: roll 3 4; wound [*+shadow at(orthanc) &] [rolled] everyone|attack; if [armies([*+shadow
    at(orthanc) &])]; else; eliminate [saruman at(orthanc) &]; fi; if [figures([gandalf_white
    at(eastemnet,edoras,fangorn,folde,fords_of_isen,helms_deep,westemnet) &])]; may {play_card character};
    fi
fp_char_22 0: pick_region erech,lamedon,pelargir own; move_to strider,aragorn+on_map [place] * COMPANIONS;
    roll 1 0; wound [*+shadow at([place]) &] [rolled] everyone|attack; rout [*+shadow at([place]) &]
    everyone; recruit gondor regular 3 [place] 1 up_to|capture
fp_char_24 0: upgrade [*+free_peoples holding(strider,aragorn) &] 1 any; draw strategy 2
fp_str_02 0: advance elves 1
fp_str_08 0: pick_nation dwarves,elves,gondor,north,rohan own; activate [picked]; advance [picked] 1
fp_str_10 0: attack [*+shadow+besieging near#1 *-besieged & *+free_peoples+warring &] *+shadow+besieging 1
    [units([*+free_peoples+besieged at([with_army([target])]) &], any)] nothing open nothing
fp_str_11 0: if [regions(minas_tirith-conquered-besieged)]; march [*+free_peoples at(ROHAN) &] 1 1
    minas_tirith nothing direct|from_siege; else; march [*+free_peoples at(ROHAN) &] 1 1
    druadan_forest,lossarnach,osgiliath nothing direct|from_siege; fi
fp_str_16 0: pick_region [ROHAN with_figure(COMPANIONS) & edoras |] own; recruit rohan regular|elite 1
    [place] 1 join; recruit rohan leader 1 [place] 1 join
sh_char_07 0: draw_tile std_eye,fp_cloaks,fp_rope,fp_phial,fp_smeagol,sh_mine random_casualty
sh_char_08b 0: move_figures witch_king,nazgul; if [figures([witch_king,nazgul at([fellowship]) &])]; choose
    own {option {discard free_peoples table character own}; option {hunt}; option {}}; fi
sh_char_10 0: drift [fellowship near#2 fellowship -]
sh_char_12 0: corrupt [corruption 3 <= 2 1 select]
sh_char_13 0: pick_figure COMPANIONS+in_fellowship random; if [figures(gollum+guide)]; corrupt 1; else;
    choose free_peoples {option {corrupt [level([figure])]}; option {eliminate [figure]}}; fi
sh_char_14 0: draw_tile std_eye,fp_cloaks,fp_rope,fp_phial,fp_smeagol,sh_mine number; if [drawn not]; else;
    if [figures(gollum+guide)]; corrupt 1; else; scatter [rolled]; fi
sh_char_18 0: turn_dice shadow any eye 3 up_to
sh_char_19 0: pick_army [*+shadow holding(witch_king,nazgul) & *+free_peoples near#0 &] own; pick_region
    [with_army([*+free_peoples army near#0 &])] own; roll [5 standing(witch_king,nazgul, [army]) min] 5;
    wound [*+free_peoples at([place]) &] [rolled] units
sh_char_20 0: attack [*+shadow+besieging holding(witch_king) &] *+besieged 3 0 nothing locked COMPANIONS
sh_str_01 0: each_region HAVENS-besieged {roll [5 units([*+free_peoples at([place]) &], elves) min] 6; wound
    [*+free_peoples at([place]) &] [rolled] units}
sh_str_04 0: turn_dice free_peoples will lost 99 exactly
sh_str_07 0: march *+shadow 1 3 [with_army(*+shadow-besieged)] nothing joins
sh_str_10 0: march [*+shadow at(umbar) &] 1 1 anfalas,dol_amroth,lamedon,pelargir nothing
    direct|fights|no_cease
sh_str_11 0: pick_region
    cardolan,enedwaith,gap_of_rohan,hollin,moria,north_dunland,south_downs,south_dunland,tharbad+free_to_shadow
    own; recruit isengard regular 2 [place] 1 plain; gather isengard 4 north_dunland,south_dunland [place]
sh_str_21 0: recruit southrons regular 5 east_rhun,far_harad,khand,south_rhun+free_to_shadow 1 plain
sh_str_24 0: recruit sauron regular 2 barad_dur,dol_guldur,minas_morgul,morannon,moria,mount_gundabad 3
    plain
boromir 1: advance gondor 1
meriadoc 0: depart meriadoc; reduce 1
aragorn 0: enter aragorn [with_figure(strider)] strider
gandalf_white 0: if [figures(gandalf_grey+on_map)]; enter gandalf_white [with_figure(gandalf_grey)]
    gandalf_grey; else; enter gandalf_white [fangorn HAVENS-conquered |] nothing; fi
gollum 2: reveal; reduce 1
witch_king 0: enter witch_king [with_army([*+shadow with_units(sauron) &])] nothing; activate
    dwarves,elves,gondor,north,rohan
saruman 2: upgrade [*+shadow at(orthanc) &] 2 isengard
"""
TACTICS = """
it_is_a_gift 3: add 1 roll|reroll own
blade_of_westernesse 6: if [1 hits(own, reroll) <=]; may {more_hits -1; slay
    witch_king,mouth_of_sauron,saruman enemy 99}; fi
mighty_attack 4: forfeit COMPANIONS 1; convert 1
anduril 4: forfeit strider,aragorn 1; convert [present(aragorn, own) 2 1 select]
heroic_death 6: choose own {option {slay leader own 99; cancel_hits 1}; option {slay COMPANIONS own 99;
    cancel_hits [level([figure])]}; option {}}
daring_defiance 0: forfeit COMPANIONS 99; cancel_card
fateful_strike 6: if [2 hits(own, reroll) <=]; choose own {option {slay nazgul enemy 99}; option {slay
    witch_king,mouth_of_sauron,saruman enemy 99}}; else; if [hits(own, reroll) 1 ==]; slay nazgul enemy 99;
    fi
scouts 1: withdraw
shield_wall 6: if [2 hits(enemy, waiting) <=]; cancel_hits 1; fi
dread_and_despair 3: choose_number 1 [nazgul_leadership]; forfeit_points [x]; fewer_dice enemy [x]
black_breath 6: if [1 hits(own, reroll) <=]; choose own {option {slay leader enemy 99}; option {slay
    COMPANIONS enemy [hits(own, reroll)]}; option {}}; fi
onslaught 7: choose_number 0 [4 hit_points(own) 1 - min]; suffer [x]; strike [x] 4
mumakil 3: add 1 roll own
mumakil 5: if [hits(enemy, total) hits(own, total) <]; more_hits 1; fi
swarm_of_bats 0: if [played_card(enemy)]; cancel_card; else; add 1 reroll own; fi
"""
# When tactics can be chosen, and when texts work: their trigger and `if`, or their `while`.
CHOSEN = """
it_is_a_gift: [regions([battle fellowship &])]
blade_of_westernesse: [present(meriadoc,peregrin, own)]
mighty_attack: [present(COMPANIONS, own)]
anduril: [present(strider,aragorn, own)]
heroic_death: [present(COMPANIONS,leader, own)]
daring_defiance: [present(COMPANIONS, own)]
fateful_strike: [present(COMPANIONS,leader, own)]
scouts: [attacking not in_siege not and]
shield_wall: 1
dread_and_despair: [1 nazgul_leadership <=]
black_breath: [present(witch_king,nazgul, own)]
onslaught: 1
mumakil: [fighting(elite, own, southrons)]
swarm_of_bats: 1
"""
WHEN = """
fp_str_09 0 play: [nations(gondor+active)]
sh_char_09 0 play: [1 progress <= on_mordor_track not and]
sh_str_01 0 play: [regions(HAVENS+conquered)]
sh_str_03 3 force: [figures([gandalf_grey,strider,aragorn,gandalf_white at(minas_tirith) &])]
sh_str_09 0 play: [nations(sauron,isengard,southrons-at_war) not]
gollum 2 damage: [hidden revealing not and]
mouth_of_sauron 0 action: [on_mordor_track nations(dwarves,elves,gondor,north,rohan-at_war) not or]
"""
LASTS = """
fp_char_06 1: [figures(legolas,gimli+in_fellowship)]
sh_char_22 1: [figures(saruman+on_map) nations(rohan+active) not and]
"""


def table(text):
    """Return the entries of such a table: (words before the colon, what stands after it)."""
    for name in ("COMPANIONS", "ROHAN", "HAVENS"):
        text = text.replace(name, globals()[name])
    entries = text.replace("\n    ", " ").strip().splitlines()
    return [(tuple(head.split()), rest) for head, rest in (entry.split(": ", 1) for entry in entries)]


@pytest.fixture(scope="module")
def printed():
    return Compiled(tables())


def texts_of(data):
    """Yield every text of the printed data."""
    for row in [*data.cards.values(), *data.tactics.values(), *data.figures.values()]:
        if getattr(row, "condition", None):
            yield row.condition.text
        parts = TEXT_PARTS if row.id in data.figures else ("effects",)
        for effect in (effect for part in parts for effect in getattr(row, part)):
            texts = [effect.do]
            if isinstance(effect, Effect):
                texts += [effect.condition, effect.lasts, effect.until, effect.at, effect.cost]
            yield from (text.text for text in texts if text is not None)


# --- what there is --------------------------------------------------------------------------------


def test_cards_and_tactics_are_complete(printed):
    """BG-1.16: four decks of 24 cards, with 38 combat halves."""
    data = printed.tables.data
    decks = Counter((card.side, card.deck) for card in data.cards.values())
    assert decks == {(side, deck): 24 for side in ids.SIDES for deck in ids.DECKS}
    for side, deck in decks:
        numbers = [card.number for card in data.cards.values() if (card.side, card.deck) == (side, deck)]
        assert sorted(numbers) == list(range(1, 25))
    assert len(data.tactics) == 38
    assert {card.tactic for card in data.cards.values()} == set(data.tactics)
    for name in data.tactics:
        assert len({card.side for card in data.cards.values() if card.tactic == name}) == 1, name
    assert {name for name, card in data.cards.items() if card.table} == TABLE_CARDS
    assert all(card.text and card.source for card in data.cards.values())
    assert all(tactic.text and tactic.source for tactic in data.tactics.values())


def test_icons_of_decks(printed):
    """BG-7.1: Character cards show Character; Strategy cards show Army or Muster."""
    for card in printed.tables.data.cards.values():
        assert (card.icon == "character") == (card.deck == "character")
    armies = Counter(card.side for card in printed.tables.data.cards.values() if card.icon == "army")
    assert armies == {"free_peoples": 8, "shadow": 11}


def test_every_effect_is_in_the_tables(printed):
    data, t = printed.tables.data, printed.t
    for name, card in data.cards.items():
        on = [TRIGGERS[effect.on] for effect in printed.effects(name)]
        assert on == [effect.on for effect in card.effects]
    for name, figure in data.figures.items():
        found = [(TRIGGERS[row.on], TEXT_PARTS[row.part]) for row in printed.effects(name)]
        assert found == [(effect.on, part) for part in TEXT_PARTS for effect in getattr(figure, part)]
    for i, (name, tactic) in enumerate(data.tactics.items()):
        steps = [row.step for row in printed.effects(name)]
        assert steps == [part.initiative for part in tactic.effects]
        assert t.tactic_step[i] == steps[0]
        assert all(row.on == ids.NONE for row in printed.effects(name))
    assert t.effect_n.sum() == sum(
        len(printed.effects(name)) for name in (*data.cards, *data.figures, *data.tactics)
    )


def test_every_word_is_used_in_the_printed_texts(printed):
    used = {word for text in texts_of(printed.tables.data) for word in re.findall(r"[a-z_]+", text)}
    aliases = {
        word.text for words in VOCABULARY.sets.values() for word in words.values() if isinstance(word, Alias)
    }
    used |= {word for text in aliases for word in re.findall(r"[a-z_]+", text)}
    unused = {(word.sort, word.name) for word in VOCABULARY if word.name not in used}
    assert not unused
    sets = {(sort, name) for sort, words in VOCABULARY.sets.items() for name in words if name not in used}
    assert not sets


def test_every_word_names_its_rule():
    for word in VOCABULARY:
        assert re.search(r"B[GD]-\d", word.help), word
    kinds = {word.sort for word in VOCABULARY if isinstance(word, Statement)}
    assert kinds == {"operation", "manoeuvre", "modifier"}


# --- what they compile to -------------------------------------------------------------------------


@pytest.mark.parametrize(("where", "does"), table(DOES), ids=" ".join)
def test_effects(printed, where, does):
    name, number = where
    assert printed.text(name, int(number)) == does


def test_tactics(printed):
    """BG-12.2, BG-12.3."""
    chosen = {name: condition for (name,), condition in table(CHOSEN)}
    found = {
        name: printed.value(int(printed.t.tactic_condition[printed.tables.tactics.index(name)]))
        for name in chosen
    }
    assert found == chosen
    does = {(name, int(step)): what for (name, step), what in table(TACTICS)}
    rows = [(name, i, row) for name in chosen for i, row in enumerate(printed.effects(name))]
    assert {(name, int(row.step)): printed.text(name, i, "manoeuvre") for name, i, row in rows} == does


def test_conditions(printed):
    for (name, number, on), condition in table(WHEN):
        row = printed.effects(name)[int(number)]
        assert (TRIGGERS[row.on], printed.value(int(row.condition)), int(row.lasts)) == (on, condition, 1)
    for (name, number), condition in table(LASTS):
        row = printed.effects(name)[int(number)]
        assert (TRIGGERS[row.on], int(row.condition)) == ("static", 1)
        assert printed.value(int(row.lasts)) == condition


def test_table_cards_are_spent_kept_or_ended(printed):
    """BG-7.5."""
    t, cards = printed.t, printed.tables.cards
    windows = {
        name: [(TRIGGERS[row.on], int(row.may), int(row.spends)) for row in printed.effects(name)]
        for name in TABLE_CARDS
    }
    assert ("tile_drawn", 1, 1) in windows["fp_char_05"]
    assert ("hunt_casualty", 1, 0) in windows["sh_char_15"]
    assert ("hunt_roll", 1, 1) in windows["sh_char_16"]
    assert ("event_die_card", 0, 0) in windows["sh_char_21"]
    assert windows["sh_char_17"] == [("path", 1, 1), ("combat_card", 0, 0)]
    assert printed.set(int(printed.effects("sh_char_17")[0].places)) == "moria"
    ends = {name: int(t.until[number]) for name, number in cards.items() if t.until[number]}
    until = ids.UNTIL
    assert ends == {
        "fp_str_01": until.DECLARED | until.REVEALED,
        "sh_char_15": until.DECLARED_IN_CITY,
        "sh_char_16": until.DECLARED_IN_CITY,
        "sh_str_05": until.ADVANCED_BY_ATTACK | until.ADVANCED_BY_ABILITY,
    }


def test_prices_of_table_cards(printed):
    """BG-7.5: what the enemy pays to take a card off the table."""
    prices = {}
    for name in TABLE_CARDS:
        for row in printed.effects(name):
            if row.on == ON.FORCE:
                cost = printed.rows(int(row.cost)) if row.cost != ids.NONE else ""
                prices.setdefault(name, []).append((int(row.die), int(row.ring), cost))
    cards = "discard own hand strategy own; discard own hand character own"
    any_die, will = 0, 5
    assert prices == {
        "fp_str_02": [(any_die, 0, cards)],
        "fp_str_03": [(any_die, 0, cards)],
        "sh_char_21": [(will, 0, ""), (any_die, 1, "")],
        "sh_str_03": [(will, 0, ""), (any_die, 0, "")],
    }


def test_battle_texts_of_figures_are_manoeuvres(printed):
    assert printed.text("gandalf_white", 2, "manoeuvre") == "forfeit gandalf_white 1; no_nazgul_leadership"
    assert printed.text("witch_king", 1) == "draw same 1"
    assert printed.effects("gandalf_white")[2].part == TEXT_PART.ABILITIES


def test_modifiers(printed):
    t, names = printed.t, printed.names
    found = set()
    for m in t.modifiers[: t.modifier_n]:
        source = int(m.source)
        card = {number: name for name, number in printed.tables.cards.items()}.get(source)
        regions = tuple(names["region"][i] for i in listed(m.regions))
        found.add(
            (ids.RULES[m.rule], card or ids.FIGURES[source - FIGURE_SOURCE], int(m.n), int(m.side), regions)
        )
    captains = ("gandalf_grey", "strider", "boromir", "legolas", "gimli", "aragorn")
    assert found == {
        ("walks_set_aside", "fp_str_01", 0, -1, ()),
        ("barred", "fp_str_02", 0, 1, ("grey_havens", "lorien", "rivendell")),
        ("barred", "fp_str_03", 0, 1, ("buckland", "old_forest", "the_shire")),
        ("guarded", "sh_char_22", 0, -1, ("edoras", "helms_deep")),
        ("no_tactics", "sh_str_03", 0, 0, ("minas_tirith",)),
        ("no_rousing", "sh_str_05", 0, 0, ()),
        *(("strength", name, 1, -1, ()) for name in captains),
        ("hide_with_any_die", "strider", 0, -1, ()),
        ("ride", "gandalf_white", 4, -1, ()),
        ("no_reveal", "gollum", 0, -1, ()),
        ("muster_as_army", "mouth_of_sauron", 1, -1, ()),
        ("elites_lead", "saruman", 0, -1, ()),
    }
    guides = {int(m.source) - FIGURE_SOURCE for m in t.modifiers[: t.modifier_n] if m.is_guide}
    assert guides == {ids.FIGURE.STRIDER, ids.FIGURE.GOLLUM}


def test_near_and_beside_reach_fields_and_boxes(printed):
    """BG-1.2, BG-1.9: relations of stands are those of their regions."""
    near, names = printed.t.set_near, printed.names["army"]
    field, box = names.index("helms_deep"), names.index("helms_deep_box")
    within = {names[i] for i in listed(near[0, box])}
    beside = {names[i] for i in listed(near[1, field])}
    assert within == {"helms_deep", "helms_deep_box", "fords_of_isen", "westemnet"}
    assert beside == {"fords_of_isen", "westemnet"}
    regions = printed.names["region"]
    around = {regions[i] for i in listed(near[2, regions.index("helms_deep")])}
    assert around == {"fords_of_isen", "helms_deep", "westemnet"}


def test_a_card_of_ones_own():
    """BG-20.3: a new card is a new row."""
    own = {
        "new": True,
        "name": "A Light from the Shadows",
        "number": 25,
        "side": "free_peoples",
        "deck": "strategy",
        "icon": "muster",
        "tactic": "scouts",
        "effects": [
            {"on": "play", "do": "pick_figure(companion & on_map); activate(of(with_figure(figure)))"}
        ],
        "source": "of one's own",
    }
    found = Compiled(make_tables(load_data("two_player", overlay={"card": {"light": own}})))
    assert (
        found.text("light") == f"pick_figure {COMPANIONS}+on_map own; activate [of([with_figure([figure])])]"
    )
