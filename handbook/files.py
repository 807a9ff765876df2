"""The reference of configuration files, from the models that check them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import BaseModel

from handbook.text import code, table
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.studies import asked
from mazarbul.studies.knobs import Knob

#: Title -> model, and where its tables stand in a file.
MODELS: Mapping[str, tuple[type[BaseModel], str]] = {
    "Experiment": (Experiment, "The top of an experiment file, `mazarbul run FILE`."),
    "Execution": (Execution, "The table `[execution]` of an experiment file."),
    "Study": (asked.Study, "The top of a study file, `mazarbul study FILE`."),
    "Ablation": (asked.Ablation, "The table `[ablation]` of a study."),
    "Restrictions": (asked.Restrictions, "The table `[restrictions]` of a study."),
    "Ladder": (asked.Ladder, "The table `[ladder]` of a study."),
    "Matrix": (asked.Matrix, "The table `[matrix]` of a study."),
    "Swaps": (asked.Swaps, "The table `[swaps]` of a study."),
    "Audit": (asked.AuditPart, "The table `[audit]` of a study."),
    "What if": (asked.WhatIf, "Each table `[[whatif]]` of a study."),
    "Knob": (Knob, "Each table `[[knob]]` of a file for `mazarbul tune --knobs FILE`."),
}
KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "table",
    "null": "",
}


def markdown() -> str:
    """Return a section for each model: what it is, and a row for each of its keys."""
    return "\n\n".join(_section(title, *found) for title, found in MODELS.items())


def _section(title: str, model: type[BaseModel], where: str) -> str:
    schema = model.model_json_schema()
    first, meanings = _explained(model)
    rows = [
        (code(name), described(each, schema), _default(name, each, schema), meanings.get(name, ""))
        for name, each in schema["properties"].items()
    ]
    return f"## {title}\n\n{first} {where}\n\n{table(('key', 'value', 'if not given', 'meaning'), rows)}"


def _explained(model: type[BaseModel]) -> tuple[str, dict[str, str]]:
    """Return the first sentence of a model's docstring, and what it says of each key."""
    text = " ".join((model.__doc__ or "").split())
    known = "|".join(model.model_fields)
    parts = re.split(rf"(?:^|(?<=[.;] ))((?:{known})(?:, (?:{known}))*): ", text)
    meanings = {}
    for names, meaning in zip(parts[1::2], parts[2::2], strict=True):
        meanings |= dict.fromkeys(names.split(", "), meaning.strip()[:1].upper() + meaning.strip()[1:])
    return parts[0].strip(), meanings


def _default(name: str, value: Mapping, schema: Mapping) -> str:
    if name in schema.get("required", ()):
        return "required"
    default = value.get("default")
    if isinstance(default, bool):
        return code(str(default).lower())
    return "" if default in (None, "", [], {}) else code(default)


def described(value: Mapping, schema: Mapping) -> str:
    """Return in words what a JSON schema allows. schema: with the definitions that it refers to."""
    if "$ref" in value:
        return described(schema["$defs"][value["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in value:
        found = dict.fromkeys(described(each, schema) for each in value["anyOf"])
        return " or ".join(each for each in found if each)
    if "enum" in value or "const" in value:
        return " or ".join(code(each) for each in value.get("enum", [value.get("const")]))
    if value.get("type") == "array":
        inner = value.get("items") or next(iter(value.get("prefixItems", ())), {})
        return f"list of: {described(inner, schema)}" if inner else "list"
    return KINDS.get(value.get("type", ""), "any value") + _limits(value)


def _limits(value: Mapping) -> str:
    """Return the range of a number, with a blank before it."""
    low, high = value.get("minimum"), value.get("maximum")
    above = value.get("exclusiveMinimum")
    if above is not None:
        return f" above {above:,}"
    if low is not None and high is not None:
        return f" from {low:,} to {high:,}"
    return f" from {low:,}" if low is not None else ""
