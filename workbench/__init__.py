"""A page on this machine on which people play games against bots (see docs/workbench.md).

It adds no simulation of its own: games are those of `mazarbul.match`, tables are drawn as replays draw them.
"""
