"""The weights of this game's bots; the random one has none."""

from sim.bots.weights import Weights

#: Armies, recruits, politics and dice.
_WAR = (
    # Strength
    ("elite", 0.6, "strength of an Elite beyond that of a Regular"),
    ("leadership", 0.35, "strength of a point of Leadership"),
    # Campaigns, see BG-B6
    ("point", 25.0, "worth of a victory point"),
    ("surplus", 6.0, "worth of a target for each unit more than it needs, and cost of each that lacks"),
    ("distance", 8.0, "cost of each region between an Army and its target"),
    ("siege", 15.0, "further worth of a target that is besieged already"),
    ("last_point", 20.0, "further worth of a target with which the war is won"),
    ("offence", 1.0, "share of their worth that the enemy's Settlements have as targets"),
    ("defence", 0.5, "share of its worth that an own Settlement in danger has as a target"),
    ("storm", 2.0, "attackers for each defender of a City or Stronghold that a campaign asks for"),
    # Marches, see BG-B2
    ("march", 8.0, "worth of any march of an Army"),
    ("approach", 1.3, "share of the worth of a better place for its targets that a march has, with 5 units"),
    ("enter", 25.0, "worth of entering an undefended enemy Settlement, apart from its points"),
    ("capture", 30.0, "worth of each victory point of such a Settlement"),
    ("gather", 10.0, "worth of joining an own Army"),
    ("abandon", 14.0, "cost of leaving an own Settlement empty near the enemy, for each of its points"),
    ("desert", 10.0, "the same apart from its points"),
    ("crowd", 25.0, "cost of each unit above the stack limit"),
    ("second", 0.5, "share of its worth that the second march of a die has"),
    ("exposed", 3.0, "cost of each unit that the enemy could bring more than stand there after a march"),
    ("shelter", 5.0, "units that stay in an own Stronghold near the enemy"),
    # Attacks, see BG-B1
    ("at_target", 10.0, "further worth of an attack on the target of the campaign"),
    # Musters, politics and Minions, see BG-B12 to BG-B15 and BG-B28
    ("muster", 14.0, "worth of mustering a Regular"),
    ("muster_elite", 26.0, "worth of mustering an Elite"),
    ("muster_leader", 10.0, "worth of mustering a Leader or Nazgûl"),
    ("with_army", 6.0, "further worth of a recruit that joins an Army"),
    ("front", 0.12, "share of the worth of a place for its targets that each recruit there has"),
    ("relief", 8.0, "worth of each victory point of a threatened Settlement where a recruit stands"),
    ("war_one", 46.0, "worth of a step of a Nation that is 1 step from war"),
    ("war_two", 30.0, "the same of one that is 2 steps from war"),
    ("war_three", 14.0, "the same of one that is 3 steps from war"),
    ("war_units", 2.0, "further worth of such a step for each unit of the Nation on the map, up to 5"),
    ("alarm", 14.0, "further worth of such a step for a Nation that is threatened"),
    ("quiet", 0.3, "share of its worth that a step has which cannot lead to war, for the Nation is passive"),
    ("saruman", 65.0, "worth of bringing Saruman into play"),
    ("witch_king", 58.0, "worth of bringing the Witch-king into play"),
    ("mouth", 50.0, "worth of bringing the Mouth of Sauron into play"),
    ("provoke", 8.0, "cost of bringing the Witch-king for each passive Nation that he wakes"),
    ("voice", 42.0, "worth of the Voice of Saruman"),
    # Characters that travel, see BG-B16
    ("nazgul_hunt", 42.0, "worth of Nazgûl with a Fellowship that is revealed"),
    ("nazgul_watch", 14.0, "worth of Nazgûl with a Fellowship that is hidden"),
    ("nazgul_lead", 30.0, "worth of Nazgûl with an Army near its target that has no Leadership"),
    ("nazgul_more", 6.0, "worth of each further Nazgûl with such an Army"),
    ("fly", 4.0, "least worth for which a Nazgûl or Minion moves"),
    ("companion_wake", 34.0, "worth of a Companion where he wakes a Nation"),
    ("companion_lead", 14.0, "worth of a Companion with an Army in a threatened Stronghold"),
    ("companion_crown", 40.0, "worth of Strider where he can become Aragorn"),
    ("companion_far", 2.0, "cost of each region that is left on the way of a Companion"),
    # Dice and Rings, see BG-B17, BG-B32 and BG-B33
    ("pass", 14.0, "worth of waiting while the enemy has more dice"),
    ("regret", 0.8, "share of what a die could do otherwise that using it costs"),
    ("flexible", 2.0, "cost of a die for each further result that it can be used as"),
    ("ring_mordor", 90.0, "worth of an Elven Ring for a step on the Mordor Track"),
    ("ring_hide", 55.0, "worth of an Elven Ring to hide the Fellowship"),
    ("ring_walk", 20.0, "worth of an Elven Ring for a step of the Fellowship when no die can move it"),
    ("ring_late", 3.0, "first turn in which an Elven Ring is used"),
    ("ring_eye", 40.0, "worth of an Elven Ring that turns a die of the Shadow into an Eye"),
    ("ring_win", 60.0, "worth of an Elven Ring for an attack that may win the war"),
    # Plans, see BG-B10 and BG-B20
    ("hunt_corruption", 7.0, "Corruption from which the Shadow hunts rather than conquers"),
    ("hunt_steps", 4.0, "regions left to Mordor from which it does"),
    ("conquer_points", 8.0, "points from which it conquers in any case"),
    ("heal_from", 4.0, "Corruption from which the Fellowship rests where it can"),
    ("sneak_from", 4.0, "dice of the Hunt from which the Fellowship is careful"),
)

#: Battles, the Fellowship, the Hunt and cards.
_CARDS = ()

WEIGHTS = Weights("a 25th of a victory point", *_WAR, *_CARDS)
W = WEIGHTS.index
