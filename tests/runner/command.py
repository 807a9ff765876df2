"""The real command `mazarbul` with the test game registered: python -m tests.runner.command ARGUMENTS."""

from mazarbul.sim.cli import main
from tests.runner import dice

if __name__ == "__main__":
    assert dice.Dice.name == "dice"
    main()
