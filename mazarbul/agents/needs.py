"""What environments need beside the program itself."""

from importlib.util import find_spec

from mazarbul.sim.toml import DataError

PACKAGES = ("gymnasium", "pettingzoo")


def check_installed() -> None:
    """Raise DataError if a package is missing, with what to install."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise DataError(
            f"environments for agents need {' and '.join(missing)}: pip install 'mazarbul[agents]'"
        )
