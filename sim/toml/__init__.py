"""TOML with the position of every key and value, and errors that name these positions."""

from sim.toml.document import LARGEST_FILE, Document, Source, read_text
from sim.toml.errors import DataError, nearest
from sim.toml.scan import KeyPath

__all__ = ["LARGEST_FILE", "DataError", "Document", "KeyPath", "Source", "nearest", "read_text"]
