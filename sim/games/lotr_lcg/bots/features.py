"""The policies of this game's bots, and their memory."""

import numpy as np

from mazarbul.sim.bots.mind import mind_fields
from mazarbul.sim.games.lotr_lcg.bots.inputs import INPUTS
from mazarbul.sim.games.lotr_lcg.bots.weights import WEIGHTS
from mazarbul.sim.games.lotr_lcg.content.layout import EFFECTS
from mazarbul.sim.games.lotr_lcg.ids import BLOCKS, CARDS, HEROES, OPTIONS, SEATS, STAGES

#: Limits of the planning of a decision: characters, enemies, sizes of a shadow's attack.
MOST_CHARACTERS = 48
MOST_FOES = 32
BLOWS = 6
THREATS = 48

#: Defended or not: index of values that depend on it.
DEFENDED = 0
UNDEFENDED = 1

#: What the bots of a table remember: their weights, values computed once for all games, and values
#: computed for each decision.
MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        *INPUTS.fields(SEATS, OPTIONS),
        ("card_number", "i2", (CARDS,)),  # [card] its number in networks, 0: unknown
        ("stage_number", "i2", (STAGES,)),  # [stage]
        ("ready", "i8", (3,)),  # willpower of ready characters, own and others'; own attack
        ("faced", "i8", (3,)),  # enemies engaged with the player and with others; attack of the first
        ("no_card", "i8", (SEATS, BLOCKS)),  # [seat, block] cards that it avoids
        ("seat", "i8"),  # the deciding seat
        # Once for all games: texts
        ("does", "i8", (EFFECTS,)),  # [effect] set of its operations, code - 16
        ("grants", "i8", (EFFECTS,)),  # [effect] set of the modifiers it grants, code - 16
        ("pays", "i8", (EFFECTS,)),  # [effect] set of the operations of its cost, code - 16
        ("when", "i8", (EFFECTS,)),  # [effect] set of windows in which the action can be sensible
        ("branches", "i2", (EFFECTS,)),  # [effect] options of its `choose`, at least 1
        # Once for all games: player cards
        ("worth", "f4", (CARDS,)),  # worth in play, less what depends on the position
        ("engine", "f4", (CARDS,)),  # worth of its own texts in play
        ("spare", "f4", (CARDS,)),  # worth of the action for which it exhausts
        ("eager", "f4", (CARDS,)),  # worth of its effects when it commits
        ("sting", "i2", (CARDS,)),  # damage it does to the attacker when it defends
        ("lone", "i2", (CARDS,)),  # more attack against enemies in staging
        ("relief", "f4", (CARDS,)),  # worth to itself of a point of damage on it
        ("quality", "f4", (CARDS,)),  # of a hero: 1 for an average one
        ("rally", "i2", (CARDS,)),  # resources for which it readies after committing, or NONE
        ("lifts", "i8", (BLOCKS,)),  # attachments that ready their host
        ("own_use", "i8", (BLOCKS,)),  # heroes whose pools pay for their own texts
        ("fleeting", "i8", (BLOCKS,)),  # cards that leave play when the round ends
        ("kept", "i8", (BLOCKS,)),  # events worth keeping a resource for
        # Once for all games: encounter cards, as the weights of each seat judge them, and stages
        ("danger", "f4", (SEATS, CARDS)),  # [seat, card] of an enemy
        ("harm", "f4", (SEATS, CARDS)),  # [seat, card] of a When Revealed text
        ("bonus", "i2", (CARDS, 2)),  # [card, defended or not] more attack by its shadow effect
        ("malice", "f4", (SEATS, CARDS, 2)),  # [seat, card, defended or not] other harm of its shadow effect
        ("journey", "f4", (SEATS, CARDS)),  # [seat, card] gain of travelling there, less its cost
        ("claims", "i2", (STAGES,)),  # [stage] claimed objectives that it requires
        ("holders", "i8", (STAGES,)),  # [stage] encounter cards that must be gone for it to end
        ("is_endless", "i2", (STAGES,)),  # [stage] 1: progress alone never ends it
        ("prey", "i8", (STAGES,)),  # [stage] encounter cards whose destruction wins
        # For each decision: unseen cards, and the quest
        ("unseen_n", "f8"),  # encounter cards that the deciding player has not seen
        ("mean_threat", "f8"),  # of one of them
        ("mean_reveal", "f8"),  # cost of revealing one of them
        ("enemies", "f8"),  # share of enemies among them
        ("mean_attack", "f8"),  # of an enemy among them
        ("threat_odds", "f8", (THREATS,)),  # chance of each sum of threat still to be revealed
        ("spare_odds", "f8", (THREATS,)),  # the same, while it is computed
        ("threat_n", "i8"),  # sums that are possible
        ("gain", "f8", (2 * THREATS,)),  # [THREATS + x] worth of questing with x more willpower than threat
        ("blow", "f8", (SEATS, 2, BLOWS)),  # [seat, defended or not] chance of each bonus of a shadow card
        ("mean_malice", "f8", (SEATS, 2)),  # [seat, defended or not] other harm of a shadow card
        ("blow_cards", "i8", (SEATS,)),  # [seat] set of cards that these two were computed for, or NONE
        # For each decision: characters and enemies
        ("char_from", "i8"),  # those of the player in question: [char_from..char_n)
        ("char_n", "i8"),
        ("char", "i8", (MOST_CHARACTERS,)),
        ("wil", "f8", (MOST_CHARACTERS,)),
        ("atk", "f8", (MOST_CHARACTERS,)),
        ("dfn", "f8", (MOST_CHARACTERS,)),
        ("hp", "f8", (MOST_CHARACTERS,)),
        ("loss", "f8", (MOST_CHARACTERS,)),  # cost of losing it
        ("stay", "f8", (MOST_CHARACTERS,)),  # worth of leaving it ready, apart from combat
        ("go", "f8", (MOST_CHARACTERS,)),  # worth of committing it, apart from its willpower
        ("again", "i8"),  # set of characters that are ready again after committing
        ("blocks", "i8"),  # set of characters that can defend
        ("fights", "i8"),  # set of characters that can attack
        ("hero_n", "i8"),  # heroes who could take an undefended attack
        ("hero", "i8", (HEROES,)),
        ("hero_left", "f8", (HEROES,)),  # their hit points
        ("hero_loss", "f8", (HEROES,)),
        ("backing", "f8"),  # attack that other players' characters can add
        ("foe_from", "i8"),  # those of the player in question: [foe_from..foe_n)
        ("foe_n", "i8"),
        ("foe", "i8", (MOST_FOES,)),
        ("foe_atk", "f8", (MOST_FOES,)),
        ("foe_need", "f8", (MOST_FOES,)),  # attack that destroys it
        ("foe_left", "f8", (MOST_FOES,)),  # its hit points
        ("foe_odds", "f8", (MOST_FOES,)),  # chance that it will still attack the deciding player
        ("foe_near", "f8", (MOST_FOES,)),  # chance that the deciding player can attack it
        ("foe_worth", "f8", (MOST_FOES,)),  # of destroying it
        ("foe_wound", "f8", (MOST_FOES,)),  # of damaging all its hit points without destroying it
        ("block_loss", "f8", (MOST_CHARACTERS, MOST_FOES)),  # loss if that character defends
        ("open_loss", "f8", (MOST_FOES,)),  # loss if nobody defends
        # For each decision: the plan of the players who have yet to commit
        ("party_n", "i8"),  # these players
        ("party_foes", "i8", (SEATS + 1,)),  # [party] its first enemy
        ("party_chars", "i8", (SEATS,)),  # [party] set of its characters
        ("party_backing", "f8", (SEATS,)),
        ("loss_now", "f8", (SEATS,)),  # [party] loss in combat with the plan
        ("loss_then", "f8", (SEATS,)),  # [party] the same after a change of it
        ("margin_now", "i8"),  # willpower less the threat in the staging area, with the plan
        ("margin_then", "i8"),
        ("gain_now", "f8"),  # worth of that margin
        ("gain_then", "f8"),
        # Scratch
        ("found", "i8", (BLOCKS,)),  # set of cards that one is picked from
        ("chosen", "i8", (BLOCKS,)),  # the picked ones
        ("hit", "i8", (BLOCKS,)),  # set of cards that a statement affects
        ("stack", "i8", (16,)),  # operands while an expression is estimated
        ("swing", "f8", (CARDS,)),  # what committing a character adds to the latest plan
        ("has_plan", "i8"),  # 1: there is one
        ("plan_seed", "i8"),  # game and number of the decision for which it was made
        ("plan_decision", "i8"),
        ("plan_n", "i8"),  # characters that were selected by then
        ("powers", "f8", (256,)),  # attack of each set of up to 8 characters
    ],
    align=True,
)
