"""What this game is made from, for the rest of the program (see `mazarbul.sim.games.content`)."""

from mazarbul.sim.games.content import Content
from mazarbul.sim.games.lotr_lcg.content.catalogue import FIELDS, RECORDS, in_play, make_catalogue
from mazarbul.sim.games.lotr_lcg.content.loading import PRINTED, load_data
from mazarbul.sim.games.lotr_lcg.content.swaps import swaps
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables
from mazarbul.sim.games.lotr_lcg.content.values import all_values
from mazarbul.sim.games.lotr_lcg.content.variants import NUMBER_WORDS, variants

CONTENT = Content(
    game="lotr_lcg",
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
    value_words=NUMBER_WORDS | {"encounter": "encounter card"},
)
