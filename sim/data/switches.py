"""Rule switches: interpretations of the rules that can be changed, and the data their values stand for.

A game's `switches.toml` holds `[[switch]]` rows; the table `overlay.<value>` of one is laid over the
data while the switch has that value. The table `sets.<value>` of one gives other switches their values, so
that one switch names a whole state of the rules; a switch that is given by itself beats it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from mazarbul.sim.data.model import Id, Model
from mazarbul.sim.data.nodes import Node, build


class Switch(Model):
    """An interpretation of the rules that can be changed. `scenarios` () means all scenarios."""

    id: Id
    rule: str
    kind: Literal["bool", "choice", "int"]
    default: bool | int | str
    choices: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    text: str


def switch_of(node: Node) -> Switch:
    """Return the model of a switch; the data that its values stand for stays in the node."""
    own = {key: part for key, part in node.table().items() if key not in ("overlay", "sets")}
    return build(Switch, Node(own, node.document, node.path), "switch")


def switch_help(switches: Mapping[str, Node]) -> dict[str, str]:
    """Return the meaning, values and default of each switch: id -> one line."""
    found = {}
    for name, node in switches.items():
        switch = switch_of(node)
        words = {"bool": "true | false", "int": "a whole number", "choice": " | ".join(switch.choices)}
        default = str(switch.default).lower() if switch.kind == "bool" else switch.default
        found[name] = f"{switch.text} ({switch.rule}; {words[switch.kind]}; default {default})"
    return found


def switch_words(switches: Mapping[str, Node]) -> dict[str, tuple[str, ...]]:
    """Return the values of each switch as they are typed: id -> values; of a number only the default."""
    words = {name: switch_of(node) for name, node in switches.items()}
    kinds = {"bool": ("true", "false")}
    return {name: each.choices or kinds.get(each.kind, (str(each.default),)) for name, each in words.items()}


def switch_values(
    switches: Mapping[str, Node], changes: Sequence[Node], given: Mapping[str, object]
) -> dict[str, object]:
    """Return every switch's value: the given one, else that of the last change with one, else the default.

    changes: the scenario, then overlays in order. A switch that sets others does so where it is given; one of
    those that is given in the same place has its own value. Raises DataError for an unknown switch or an
    invalid value.
    """
    values: dict[str, object] = {name: node.find(("default",)).value for name, node in switches.items()}
    tables = [change.find(("switches",)) for change in changes if "switches" in change.table()]
    for table in (*tables, Node.of(given, None, file="switches")):
        own: dict[str, object] = {}
        for name, node in table.table().items():
            if name not in switches:
                raise node.unknown("switch", name, switches, key=True)
            own[name] = _value(switch_of(switches[name]), node)
        for name, value in own.items():
            values |= _set_by(switches, name, value)
        values |= own
    return values


def _set_by(switches: Mapping[str, Node], name: str, value: object) -> dict[str, object]:
    """Return the values that one of a switch gives to others: those of its table, else their defaults."""
    sets = switches[name].find(("sets",)).table() if "sets" in switches[name].table() else {}
    others = dict.fromkeys(other for table in sets.values() for other in table.table())
    found = {other: switches[other].find(("default",)).value for other in others}
    own = sets[str(value)].table() if str(value) in sets else {}
    return found | {other: _value(switch_of(switches[other]), node) for other, node in own.items()}


def switch_overlays(switches: Mapping[str, Node], values: Mapping[str, object], scenario: Node) -> list[Node]:
    """Return the changes to the data that the switches' values stand for in this scenario."""
    found = []
    for name, value in values.items():
        node = switches[name]
        where = switch_of(node).scenarios
        word = str(value).lower() if isinstance(value, bool) else str(value)
        overlays = node.find(("overlay",)).table() if "overlay" in node.table() else {}
        if word in overlays and (not where or scenario.find(("id",)).value in where):
            found.append(overlays[word])
    return found


def _value(switch: Switch, node: Node) -> object:
    """Return the value of a node; raises DataError if the switch cannot have it."""
    value = node.value
    if switch.kind == "bool" and not isinstance(value, bool):
        raise node.error(f"switch '{switch.id}' must be true or false, not {node.plain()!r}")
    if switch.kind == "int" and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise node.error(f"switch '{switch.id}' must be a whole number, 0 or more, not {node.plain()!r}")
    if switch.kind == "choice" and value not in switch.choices:
        raise node.unknown(f"value of switch '{switch.id}':", node.plain(), switch.choices)
    return value
