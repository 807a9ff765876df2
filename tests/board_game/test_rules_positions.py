"""Rules, each in a position: what is played in it and what must come of it."""

import pytest

from tests.board_game.board import PLAIN
from tests.board_game.scripted import play

pytestmark = [PLAIN, pytest.mark.filterwarnings("ignore:overflow encountered")]

REVEALED = """
game board_game
# BG-7.5, BG-16.5: a reveal on the Mordor Track ends The Last Battle, as one on the map does.
position revealed in Mordor
turn 8
acts free_peoples
dice free_peoples: character muster
dice shadow: army muster
politics gondor at_war
fellowship mordor 1 corruption 2
members: gimli
guide gimli
field osgiliath: gondor 2R 1L, aragorn
table free_peoples: fp_str_01
tiles: std_2r
do free_peoples: walk character
do free_peoples: casualty nobody
expect mordor = 2
expect hidden = no
expect zone fp_str_01 = discard
expect hunt_box free_peoples = 1
position not revealed in Mordor
turn 8
acts free_peoples
dice free_peoples: character muster
dice shadow: army muster
politics gondor at_war
fellowship mordor 1 corruption 2
members: gimli
guide gimli
field osgiliath: gondor 2R 1L, aragorn
table free_peoples: fp_str_01
tiles: std_2
do free_peoples: walk character
do free_peoples: casualty nobody
expect zone fp_str_01 = table
expect hunt_box free_peoples = 0
"""

BESIEGERS = """
game board_game
# BG-7.6: a card that names a Settlement gives nothing where the enemy controls it, own besiegers or not.
position Sauron's Strongholds but the one that the Free Peoples hold
turn 5
acts shadow
dice shadow: muster muster
politics sauron at_war
captured free_peoples: moria
field moria: sauron 3R
box moria: elves 2E
hand shadow: sh_str_24 sh_str_14
do shadow: play sh_str_24 with muster
expect illegal region moria
expect legal region dol_guldur
position one that joins the Army does
turn 5
acts shadow
dice shadow: muster army
politics sauron at_war
captured free_peoples: moria
field moria: sauron 3R
box moria: elves 2E
hand shadow: sh_str_14
do shadow: play sh_str_14 with army
do shadow: place sauron regular in moria
expect units sauron in moria = 4
position nowhere else to go
turn 5
acts free_peoples
dice free_peoples: muster muster
captured shadow: helms_deep
field helms_deep: rohan 2R
box helms_deep: isengard 2R
hand free_peoples: fp_str_23
do free_peoples: play fp_str_23 with muster
expect illegal region helms_deep
expect legal region edoras
position a Companion among the besiegers
turn 5
acts free_peoples
dice free_peoples: muster muster
captured shadow: helms_deep
field helms_deep: rohan 2R, boromir
members: gimli
guide gimli
box helms_deep: isengard 2R
hand free_peoples: fp_str_16
do free_peoples: play fp_str_16 with muster
do free_peoples: region helms_deep
do free_peoples: place rohan regular in helms_deep
expect regulars rohan in helms_deep = 3
expect leaders rohan in helms_deep = 1
position Lorien held by the Shadow
turn 5
acts free_peoples
dice free_peoples: muster muster
captured shadow: lorien
field lorien: elves 2R
box lorien: sauron 2R
hand free_peoples: fp_str_15
do free_peoples: play fp_str_15 with muster
expect units elves in lorien = 2
expect hand free_peoples = 1
"""

LAST_DIE = """
game board_game
# BG-4.2, BG-4.4, BG-7.2: the die that pays is used, so that it cannot be the die that is turned.
position The Lidless Eye with the last die
turn 5
acts shadow
dice shadow: character
hand shadow: sh_char_18
expect illegal play sh_char_18 with character
position The Lidless Eye with another die
turn 5
acts shadow
dice shadow: character army
hand shadow: sh_char_18
expect legal play sh_char_18 with character
position Mirror of Galadriel with the one Character die
turn 5
acts free_peoples
dice free_peoples: character event
hand free_peoples: fp_char_13
expect illegal play fp_char_13 with character
expect legal play fp_char_13 with event
do free_peoples: play fp_char_13 with event
expect dice free_peoples will = 1
position Mirror of Galadriel with two
turn 5
acts free_peoples
dice free_peoples: character character
hand free_peoples: fp_char_13
expect legal play fp_char_13 with character
position Mirror of Galadriel that heals
turn 5
acts free_peoples
dice free_peoples: character
fellowship lorien progress 0 corruption 2
hand free_peoples: fp_char_13
do free_peoples: play fp_char_13 with character
expect corruption = 1
"""

NOTHING_FOLLOWS = """
game board_game
# BG-7.2: The Ents Awake does something if it lets another card follow, which is never the card itself.
position the Ents alone in hand
turn 9
acts free_peoples
dice free_peoples: character muster
members: gimli
guide gimli
field fangorn: gandalf_white
gone: gandalf_grey saruman
hand free_peoples: fp_char_19
expect illegal play fp_char_19 with character
position a card that cannot be played follows as little
turn 9
acts free_peoples
dice free_peoples: character muster
members: gimli
guide gimli
field fangorn: gandalf_white
gone: gandalf_grey saruman
hand free_peoples: fp_char_19 fp_char_09
expect illegal play fp_char_19 with character
position a card that can
turn 9
acts free_peoples
dice free_peoples: character muster
fellowship moria corruption 3
members: gimli
guide gimli
field fangorn: gandalf_white
gone: gandalf_grey saruman
hand free_peoples: fp_char_19 fp_char_09
expect legal play fp_char_19 with character
"""

CHALLENGE = """
game board_game
# Note of the card: with fewer than three tiles in the pool what is there is drawn; the loss takes three Eyes.
position two Eyes in the pool
turn 6
acts free_peoples
dice free_peoples: character muster
members: gimli
guide gimli
field edoras: rohan 2R, strider
hand free_peoples: fp_char_14
tiles: std_eye std_eye
drawn: std_eye std_3
do free_peoples: play fp_char_14 with character
expect tiles = 0
expect removed std_eye = 2
expect drawn std_eye = 1
expect drawn std_3 = 1
expect where strider = edoras
position an Eye and a number
turn 6
acts free_peoples
dice free_peoples: character muster
members: gimli
guide gimli
field edoras: rohan 2R, strider
hand free_peoples: fp_char_14
tiles: std_eye std_1
drawn: std_2
do free_peoples: play fp_char_14 with character
expect tiles = 1
expect tiles std_1 = 1
expect drawn std_2 = 1
"""

MITHRIL = """
game board_game
# Note of the card: the second tile is drawn before the first is put back.
position the pool is empty, and filled again without the first
turn 8
acts free_peoples
dice free_peoples: character muster
dice shadow: army
members: gimli
guide gimli
fellowship mordor 1 corruption 2
table free_peoples: fp_char_05
tiles: std_3
drawn: std_1
do free_peoples: walk character
do free_peoples: use
do free_peoples: casualty nobody
expect corruption = 3
expect tiles std_3 = 1
expect drawn std_1 = 1
position without a second tile it is no use
turn 8
acts free_peoples
dice free_peoples: character muster
dice shadow: army
members: gimli
guide gimli
fellowship mordor 1 corruption 2
table free_peoples: fp_char_05
tiles: std_3
do free_peoples: walk character
expect decision casualty
"""


MESSENGER = """
game board_game
scenario four_player
# BG-18.6: the Mouth of Sauron is a Minion of the first Shadow player, and so is what he adds to the dice.
position his own player
turn 5
acts shadow
next: fp1 sh1
dice shadow: muster muster
politics sauron at_war
politics isengard at_war
field barad_dur: sauron 3R, mouth_of_sauron
field orthanc: isengard 3R
expect legal move muster
position the partner
turn 5
acts shadow
next: fp1 sh2
dice shadow: muster muster
politics sauron at_war
politics isengard at_war
field barad_dur: sauron 3R, mouth_of_sauron
field orthanc: isengard 3R
expect illegal move muster
"""

DEAD_MEN = """
game board_game
# BG-7.6: control passes if it is needed, for figures that come.
position with none
turn 8
acts free_peoples
dice free_peoples: character muster
members: gimli
guide gimli
captured shadow: pelargir
field edoras: rohan 1R, aragorn
hand free_peoples: fp_char_22
do free_peoples: play fp_char_22 with character, region pelargir, number 0
expect control pelargir = shadow
expect where aragorn = pelargir
position with two
turn 8
acts free_peoples
dice free_peoples: character muster
members: gimli
guide gimli
captured shadow: pelargir
field edoras: rohan 1R, aragorn
hand free_peoples: fp_char_22
do free_peoples: play fp_char_22 with character, region pelargir, number 2
expect control pelargir = free_peoples
expect units gondor in pelargir = 2
"""

ADVANCED = """
game board_game
scenario three_player
# BG-18.9: an event that only advances a Nation is not on it; one that recruits it is.
position advanced by an event, then by a Muster
turn 5
acts free_peoples
dice free_peoples: event muster
dice shadow: army
members: gimli
guide gimli
politics elves 2 active
hand free_peoples: fp_str_02
do free_peoples: play fp_str_02 with event
expect steps elves = 1
expect legal politics elves with muster
position recruited by an event
turn 5
acts free_peoples
dice free_peoples: event muster
dice shadow: army
members: gimli
guide gimli
politics gondor 2 active
politics rohan 3 active
hand free_peoples: fp_str_09
do free_peoples: play fp_str_09 with event, place rohan regular in edoras
expect steps rohan = 2
expect illegal politics rohan with muster
"""

WITHDRAWN = """
game board_game
# BG-13.4: what exceeds five units when a Stronghold comes under siege may be recruited again later.
position seven units withdraw into Minas Tirith
turn 3
acts shadow
dice shadow: army muster
politics sauron at_war
politics gondor at_war
field minas_tirith: gondor 7R 1L
field osgiliath: sauron 9R 1E
do shadow: attack army
do shadow: send all
do free_peoples: withdraw
do shadow: advance all
auto until action shadow
expect units gondor in minas_tirith_box = 5
expect siege minas_tirith
expect casualties gondor regular = 0
expect leaders gondor in minas_tirith_box = 1
"""

DECLARED = """
game board_game
# BG-15.2: once a turn the Fellowship is declared, so that resting heals 1 a turn.
position resting in Lorien
turn 3
phase fellowship
start
fellowship lorien progress 0 corruption 5
do free_peoples: declare lorien
expect corruption = 4
auto
expect corruption = 4
# BG-14.17: declared in a safe place, a Reveal on the tile that this costs is ignored.
position declared in Lorien through Moria with the Balrog
turn 3
phase fellowship
fellowship hollin progress 3 corruption 3
members: strider
guide strider
table shadow: sh_char_17
tiles: std_1r
do free_peoples: declare lorien
do shadow: use
do free_peoples: casualty nobody
expect hidden
expect corruption = 3
expect bearers = lorien
"""


@pytest.mark.parametrize(
    ("script", "expectations"),
    [
        (REVEALED, 6),
        (BESIEGERS, 9),
        (LAST_DIE, 7),
        (NOTHING_FOLLOWS, 3),
        (CHALLENGE, 8),
        (MITHRIL, 4),
        (MESSENGER, 2),
        (DEAD_MEN, 4),
        (ADVANCED, 4),
        (WITHDRAWN, 4),
        (DECLARED, 5),
    ],
    ids=lambda value: value.splitlines()[2] if isinstance(value, str) else None,
)
def test_position(script, expectations):
    assert play(script)[-1].endswith(f": {expectations} expectations hold")
