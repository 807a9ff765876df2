"""Pages on this machine: people play against bots, change games and watch, find runs (docs/workbench.md).

They play in a terminal, too; its modules need no library of the server.
It adds no simulation of its own: games are those of `mazarbul.match`, tables are drawn as replays draw them.
Long work is done by the commands of the command line, in processes of their own.
"""
