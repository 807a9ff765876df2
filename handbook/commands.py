"""The reference of the command line, from its own help."""

from __future__ import annotations

import inspect
from typing import Any

import typer.main

from handbook.text import code, table
from mazarbul.sim.cli import app


def markdown() -> str:
    """Return a section for each command: help, examples, arguments and options."""
    root = typer.main.get_command(app)
    return "\n\n".join(_section(name, command) for name, command in sorted(root.commands.items()))


def _section(name: str, command: Any) -> str:
    """Return the section of a command, one of click (which newer versions of typer bring along)."""
    context = command.context_class(command, info_name=f"mazarbul {name}")
    usage = command.get_usage(context).removeprefix("Usage: ")
    rows = [_row(each) for each in command.params if not each.hidden]
    heads = ("argument or option", "meaning", "if not given")
    parts = [f"## mazarbul {name}", *_help(command.help or ""), f"```text\n{usage}\n```"]
    return "\n\n".join([*parts, *([table(heads, rows)] if rows else [])])


def _help(text: str) -> list[str]:
    """Return the paragraphs of a help text; those after the sign for fixed line breaks as blocks of code."""
    found = []
    for part in inspect.cleandoc(text).split("\n\n"):
        if not part.startswith("\b"):
            found.append(" ".join(part.split()).replace("<", "&lt;"))
            continue
        title, _, lines = part.removeprefix("\b\n").partition("\n")
        found += [title, f"```sh\n{inspect.cleandoc(lines)}\n```"]
    return found


def _row(parameter: Any) -> tuple[str, str, str]:
    """Return name, meaning and default of an argument or option."""
    metavar, default = parameter.metavar or parameter.name.upper(), parameter.default
    is_said = not (default in (None, False, ()) or callable(default))
    said = (parameter.help or "", code(default) if is_said else "")
    if parameter.param_type_name == "argument":
        return (code(metavar), *said)
    names = ", ".join((*parameter.opts, *parameter.secondary_opts))
    return (code(names if parameter.is_flag else f"{names} {metavar}"), *said)
