"""What this game is made from, for the rest of the program (see `mazarbul.sim.games.content`)."""

from mazarbul.sim.games.board_game.content.catalogue import FIELDS, RECORDS, in_play, make_catalogue
from mazarbul.sim.games.board_game.content.loading import PRINTED, load_data
from mazarbul.sim.games.board_game.content.tables import make_tables
from mazarbul.sim.games.board_game.content.values import all_values
from mazarbul.sim.games.board_game.content.variants import NUMBER_WORDS, variants
from mazarbul.sim.games.content import Content

CONTENT = Content(
    game="board_game",
    printed=PRINTED,
    load=load_data,
    tables=make_tables,
    catalogue=make_catalogue,
    records=RECORDS,
    fields=FIELDS,
    values=all_values,
    variants=variants,
    in_play=in_play,
    value_words=NUMBER_WORDS,
)
