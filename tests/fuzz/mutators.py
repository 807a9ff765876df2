"""Ways to damage a text, shared by all fuzz tests: each takes a random source and a text and returns another.

`random` is anything with the methods of `random.Random`: a seeded one in the campaign, hypothesis's own in
the tests, which can then shrink what it finds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

#: Numbers that no game has, or that are written in a form that may be misread.
ODD_NUMBERS = (
    "0", "1", "-1", "-0", "2", "7", "127", "128", "255", "256", "300", "999", "1000", "10000", "10001",
    "32767", "32768", "65535", "65536", "65537", "2147483647", "2147483648", "4294967296",
    "9223372036854775807", "9223372036854775808", "18446744073709551616", "-32769", "-9223372036854775809",
    "1e400", "nan", "inf", "-inf", "1.0", "0.5", "1e3", "1_000", "0x10", "0xffffffffffffffffff", "0b11",
    "0o17", "007", "+1", "²", "٣", "1" * 400, "9" * 5000, "0x" + "f" * 5000, "0.1" + "0" * 400, "true",
    '"1"', "[]", "{}", "1979-05-27",
)  # fmt: skip
#: Texts that a path, a shell, a format string or an evaluator would not treat as plain words.
ODD_WORDS = (
    "../../x", "../x.toml", "/etc/passwd", "/dev/null", "/dev/null.toml", "/nowhere/x.toml", "~/x.toml",
    ".", "..", ".toml", ".txt", "x\\u0000.toml", "a/b/c.toml", "CON", "file:///x.toml", "x" * 300 + ".toml",
    "%s%n", "{0}", "{x.__class__}", "$(true)", "`true`", "__import__('os')", "__class__", "lambda: 0",
    "!!python/none", "id", "new", "all", "none", "name", "true", "nan", "random", "heuristic",
    "../lotr_lcg/heuristic", "../card_game/random",
)  # fmt: skip
#: Pieces of structure of all kinds of text.
ODD_PIECES = (
    "", "[", "]", "[[", "]]", "{", "}", "=", ":", ",", ".", '"', "'", '"""', "#", "\\", "\\u0000",
    "\\ud800", "\n", "\r", "\t", "\0", "\ufeff", "\u2028", "\x85", "\x1c", "(", ")", "!", "!=", "<", ";",
    "é", "\U0001f409", "... ", "x", "[run]\n", "[[card]]\n", "extra = 1\n", "unknown_key = true\n",
    "a.b.c = 1\n", "[bots]\n", "[switches]\n", "id = 1\n",
)  # fmt: skip
_LOOK_ALIKES = str.maketrans("aeopcxiADEH0135", "аеорсхіАDЕН０１３５")  # noqa: RUF001  (that is the point)
_NUMBER = re.compile(r"[-+]?\b\d[\d_]*(?:\.\d+)?\b")
_TOKEN = re.compile(r"[^\s=,\[\](){}:]+")
_STRING = re.compile(r'"[^"\n]*"')
LONG_LINE = 5_000_000  # characters

Mutator = Callable[[Random, str], str]


def change_number(random: Random, text: str) -> str:
    """Replace a number with an odd one."""
    found = list(_NUMBER.finditer(text))
    return _replaced(text, random.choice(found), random.choice(ODD_NUMBERS)) if found else text


def nudge_number(random: Random, text: str) -> str:
    """Change a number slightly, so that it may still be valid."""
    found = [number for number in _NUMBER.finditer(text) if re.fullmatch("[0-9]{1,30}", number[0])]
    if not found:
        return text
    one = random.choice(found)
    return _replaced(text, one, str(int(one[0]) + random.choice((-2, -1, 1, 2, 5, 20))))


def change_string(random: Random, text: str) -> str:
    """Replace a quoted text with an odd text or a value of another type."""
    found = list(_STRING.finditer(text))
    if not found:
        return text
    put = random.choice(ODD_NUMBERS) if random.random() < 0.3 else f'"{random.choice(ODD_WORDS)}"'
    return _replaced(text, random.choice(found), put)


def change_token(random: Random, text: str) -> str:
    """Delete, double or overwrite a word, or exchange it for another word of the text."""
    found = list(_TOKEN.finditer(text))
    if not found:
        return text
    one, other = random.choice(found), random.choice(found)[0]
    return _replaced(text, one, random.choice(("", f"{one[0]} {one[0]}", other, random.choice(ODD_WORDS))))


def misspell(random: Random, text: str) -> str:
    """Change one letter of a word, so that it names something unknown."""
    found = list(_TOKEN.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    at = random.randrange(len(one[0]))
    return _replaced(text, one, one[0][:at] + random.choice(("", "x", "_", "1", "A")) + one[0][at + 1 :])


def change_lines(random: Random, text: str) -> str:
    """Delete, double or move a line."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    line = lines[at]
    how = random.randrange(3)
    if how != 1:
        del lines[at]
    if how:
        lines.insert(to, line if line.endswith("\n") else f"{line}\n")
    return "".join(lines)


def put_piece(random: Random, text: str) -> str:
    """Overwrite a few characters with a piece of structure."""
    start = random.randrange(len(text) + 1)
    span = text[start : start + random.randrange(13)]
    put = random.choice((*ODD_PIECES, span * 2))
    return text[:start] + put + text[start + len(span) :]


def cut(random: Random, text: str) -> str:
    """Keep only the beginning or the end."""
    at = random.randrange(len(text) + 1)
    return random.choice((text[:at], text[at:], ""))


def nest(random: Random, text: str) -> str:
    """Replace a word with something deep: nested brackets, or a name with very many parts."""
    n = random.choice((30, 100, 400, 3000, 30_000))
    deep = random.choice(
        ("[" * n + "]" * n, "{a=" * n + "1" + "}" * n, "a." * n + "a = 1", "(" * n, "-" * n, "(x" * n)
    )
    found = list(_TOKEN.finditer(text))
    if not found or random.random() < 0.3:
        return f"{text}\n{deep}\n" if random.random() < 0.5 else f"{deep}\n{text}"
    return _replaced(text, random.choice(found), deep)


def look_alike(random: Random, text: str) -> str:
    """Write a word with letters or digits of other scripts that look the same."""
    found = list(_TOKEN.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    return _replaced(text, one, one[0].translate(_LOOK_ALIKES) + random.choice(("", "\u200b", "\u0301")))


def lengthen(random: Random, text: str) -> str:
    """Put a very long word or line somewhere."""
    piece = random.choice(("x", "a.", "1", " ", "a = ", "#", "x,", "(", "1x ", "\t=", "[a]", '"'))
    n = LONG_LINE if random.random() < 0.05 else 100_000
    start = random.randrange(len(text) + 1)
    return text[:start] + piece * (n // len(piece)) + text[start:]


#: How often each is used, relative to the others.
MUTATORS: tuple[tuple[Mutator, int], ...] = (
    (change_number, 10),
    (nudge_number, 10),
    (change_string, 8),
    (change_token, 10),
    (misspell, 8),
    (change_lines, 10),
    (put_piece, 12),
    (cut, 2),
    (nest, 2),
    (look_alike, 2),
)
_MUTATORS = tuple(mutator for mutator, times in MUTATORS for _ in range(times))


def mutated(random: Random, text: str, others: Sequence[str] = ()) -> str:
    """Return a text changed in one to four ways; sometimes its end is that of another text."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        text = random.choice(_MUTATORS)(random, text)
    if random.random() < 0.005:
        text = lengthen(random, text)
    if others and random.random() < 0.04:
        other = random.choice(others)
        text = text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]
    return text


def encoded(random: Random, text: str) -> bytes:
    """Return a text as bytes: mostly unchanged, sometimes in another encoding or with changed bytes."""
    how = random.random()
    if how < 0.85:
        return text.encode("utf-8", "surrogatepass")
    if how < 0.88:
        return text.replace("\n", "\r\n").encode("utf-8", "surrogatepass")
    if how < 0.90:
        return text.replace("\n", "\r").encode("utf-8", "surrogatepass")
    if how < 0.93:
        return b"\xef\xbb\xbf" + text.encode("utf-8", "surrogatepass")
    if how < 0.95:
        return text.encode(random.choice(("utf-16", "utf-32", "latin-1")), "replace")
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(random.choice((1, 2, 8))):
        if raw:
            raw[random.randrange(len(raw))] = random.randrange(256)
    return bytes(raw)


def _replaced(text: str, found: re.Match, put: str) -> str:
    return text[: found.start()] + put + text[found.end() :]
