"""What this game is made from, for the rest of the program (see `mazarbul.sim.games.content`)."""

from mazarbul.sim.games.card_game.content.catalogue import FIELDS, RECORDS, in_play, make_catalogue
from mazarbul.sim.games.card_game.content.loading import PRINTED, load_data
from mazarbul.sim.games.card_game.content.swaps import swaps
from mazarbul.sim.games.card_game.content.tables import make_tables
from mazarbul.sim.games.card_game.content.values import all_values
from mazarbul.sim.games.card_game.content.variants import NUMBER_WORDS, variants
from mazarbul.sim.games.content import Content

CONTENT = Content(
    game="card_game",
    printed=PRINTED,
    load=load_data,
    tables=make_tables,
    catalogue=make_catalogue,
    records=RECORDS,
    fields=FIELDS,
    values=all_values,
    variants=variants,
    in_play=in_play,
    swaps=swaps,
    value_words=NUMBER_WORDS,
)
