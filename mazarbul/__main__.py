"""`python -m mazarbul`: the command line, where the command `mazarbul` is not on the path."""

from mazarbul.sim.cli import main

main()
