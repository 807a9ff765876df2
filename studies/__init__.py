"""Studies play collections of runs and leave them on disk for the analysis to read.

One module per question: `ablation` (what does a card do), `whatif` (what would a change do), `tuning` (how
to reach balance), `skill` (does skill matter), `swap` (which card of a deck to exchange), `matrix` (how
well decks do against a quest), `audit` (how far can the bots be trusted), `study` (all of it, for several
scenarios). All members of a collection play with the same seed, so that they share their luck and are
compared game by game (`mazarbul.analysis.paired`).

Others are about the bots and write a file or a text: `review` (which of their moves lose games), `training`
(better weights), `practice` (networks).
"""

if __name__ == "studies":  # found by its folder, in a checkout: the right module takes its place
    __import__("mazarbul")
