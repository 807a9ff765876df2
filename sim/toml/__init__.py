"""TOML with the position of every key and value, and errors that name these positions."""

from mazarbul.sim.toml.document import LARGEST_FILE, Document, Source, read_text
from mazarbul.sim.toml.errors import DataError, nearest
from mazarbul.sim.toml.mistakes import DataWarning, Mistakes, together
from mazarbul.sim.toml.paths import ends_in, user_path, user_word
from mazarbul.sim.toml.scan import KeyPath

__all__ = [
    "LARGEST_FILE",
    "DataError",
    "DataWarning",
    "Document",
    "KeyPath",
    "Mistakes",
    "Source",
    "ends_in",
    "nearest",
    "read_text",
    "together",
    "user_path",
    "user_word",
]
