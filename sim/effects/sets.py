"""Sets: expressions over the things of a catalogue, evaluated when the effect is compiled.

`faction(rohan) & type(army) - self` becomes the indices of the things that match. Words for states
that change during the game add bits that the kernel tests, or steps by which it joins several sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mazarbul.sim.effects.codes import SET_STACK_LIMIT as STACK_LIMIT
from mazarbul.sim.effects.context import Context, a, plural
from mazarbul.sim.effects.errors import EffectError
from mazarbul.sim.effects.grammar import Call, Integer, Name, Node, Operator, parse_expression
from mazarbul.sim.effects.program import SetMask, Step
from mazarbul.sim.effects.set_algebra import canonical, depth, difference, intersection, related, union
from mazarbul.sim.effects.vocabulary import RESERVED, Alias, Attribute, Changing, Live, Relation, Vocabulary
from mazarbul.sim.toml import Source

FORM_OF = "form_of"

Catalogue = Mapping[str, Mapping[str, Mapping[str, object]]]
"""sort -> id -> attribute -> its value, or several.

A thing with the attribute `form_of` is what the thing with that id counts as while it is changed: `self`
means both.
"""


class SetCompiler:
    """Evaluates sets over one catalogue; an index in a set is the position of the id in the catalogue."""

    def __init__(self, vocabulary: Vocabulary, catalogue: Catalogue) -> None:
        missing = set(vocabulary.sets) - set(catalogue)
        if missing:
            raise ValueError(f"the catalogue lacks the sorts {sorted(missing)}")
        self.vocabulary = vocabulary
        self.ids = {sort: {name: i for i, name in enumerate(catalogue[sort])} for sort in vocabulary.sets}
        self._relations: dict[tuple[str, str, int], tuple[frozenset[int], ...]] = {}
        self.attributes = {sort: _index(catalogue[sort]) for sort in vocabulary.sets}

    def mask(self, context: Context, node: Node, sort: str) -> SetMask:
        """Return the set that a node describes; raises EffectError."""
        match node:
            case Name():
                return self._name(context, node, sort)
            case Call():
                return self._call(context, node, sort)
            case Operator(sign="~" | "&" | "|" | "-"):
                return self._operation(context, node, sort)
        raise context.error(node.at, f"a set of {plural(sort)} is expected here{_advice(node)}")

    def _operation(self, context: Context, node: Operator, sort: str) -> SetMask:
        parts = [self.mask(context, part, sort) for part in node.operands]
        everything = self._everything(sort)
        if node.sign == "~":
            found = difference(SetMask(everything), parts[0], everything)
        elif len(parts) == 1:
            raise context.error(node.at, f"a set of {plural(sort)} is expected here")
        elif node.sign == "-":
            found = difference(parts[0], parts[1], everything)
        else:
            found = (union if node.sign == "|" else intersection)(*parts)
        n = depth(found.steps)
        if n > STACK_LIMIT:
            message = f"this holds {n} sets at a time; at most {STACK_LIMIT} are possible"
            raise context.error(node.at, message)
        return found

    def _everything(self, sort: str) -> frozenset[int]:
        return frozenset(self.ids[sort].values())

    def _name(self, context: Context, node: Name, sort: str) -> SetMask:
        if node.text == "everything":
            return SetMask(self._everything(sort))
        if node.text == "nothing":
            return SetMask(frozenset())
        if node.text == "self":
            if context.me is None or context.me[0] != sort:
                raise context.error(
                    node.at, f"'self' is not {a(sort)} here, so it is not a set of {plural(sort)}"
                )
            forms = self.attributes[sort].get(FORM_OF, {}).get(context.me[1], frozenset())
            return SetMask(forms | {self.ids[sort][context.me[1]]})
        word = self.vocabulary.sets[sort].get(node.text)
        if isinstance(word, Changing):
            return canonical(self._everything(sort), word.required, word.forbidden)
        if isinstance(word, Live) and not word.of:
            return SetMask(self._everything(sort), steps=(Step(self.vocabulary.live_code(sort, word)),))
        if isinstance(word, Alias):
            source = Source(word.text, f"<meaning of {word.name}>")
            return self.mask(Context(source, context.me), parse_expression(source), sort)
        if word is not None:
            kind = "at least one value" if isinstance(word, Attribute) else "a set"
            raise context.error(node.at, f"'{node.text}' needs {kind} in brackets: {node.text}(...)")
        raise self._unknown(context, node.at, node.text, sort)

    def _unknown(self, context: Context, at: int, text: str, sort: str) -> EffectError:
        """Return the error for a word that is not one of this sort's; a bare value gets its own advice."""
        words = self.vocabulary.sets[sort]
        for word in words.values():
            if isinstance(word, Attribute) and text in self._values(sort, word):
                message = f"'{text}' by itself is not a set of {plural(sort)}; write {word.name}({text})"
                return context.error(at, message)
        return context.error(at, f"unknown set of {plural(sort)} '{text}'", text, [*words, *RESERVED])

    def _call(self, context: Context, node: Call, sort: str) -> SetMask:
        word = self.vocabulary.sets[sort].get(node.word)
        if word is None and node.word not in RESERVED:
            raise self._unknown(context, node.at, node.word, sort)
        if node.named:
            raise context.error(node.named[0][1], f"'{node.word}' takes no named arguments")
        if isinstance(word, Relation):
            return self._related(context, node, word, sort)
        if isinstance(word, Live) and word.of:
            return self._live(context, node, word, sort)
        if not isinstance(word, Attribute):
            if node.args:
                raise context.error(node.args[0].at, f"'{node.word}' takes no arguments")
            return self._name(context, Name(node.word, node.at), sort)
        if not node.args:
            raise context.error(node.at, f"'{node.word}' needs at least one value in brackets")
        known = self._values(sort, word)
        members: set[int] = set()
        for arg in node.args:
            members |= self._matching(context, arg, word, known, sort)
        return SetMask(frozenset(members))

    def _values(self, sort: str, word: Attribute) -> dict[str, frozenset[int]]:
        """Return every value an attribute word may have, with the things that have it."""
        known: dict[str, frozenset[int]] = {str(value): frozenset() for value in word.values}
        return known | self.attributes[sort].get(word.key or word.name, {})

    def _matching(
        self, context: Context, arg: Node, word: Attribute, known: Mapping[str, frozenset[int]], sort: str
    ) -> frozenset[int]:
        match arg:
            case Name(text=value):
                pass
            case Integer(value=number, is_truth=False):
                value = str(number)
            case Operator(sign="-", operands=(Integer(value=number, is_truth=False),)):
                value = str(-number)
            case _:
                raise context.error(arg.at, f"{word.name}(...) takes plain values, separated by ','")
        if value not in known:
            noun = sort if word.key == "id" else word.name
            candidates = known if isinstance(arg, Name) else ()
            raise context.error(arg.at, f"unknown {noun} '{value}'", value, candidates)
        return known[value]

    def _related(self, context: Context, node: Call, word: Relation, sort: str) -> SetMask:
        number = word.default
        if len(node.args) == 2 and isinstance(node.args[1], Integer):
            number = node.args[1].value
        elif len(node.args) != 1 or number is None:
            further = "a whole number" if word.default is None else "optionally a whole number"
            raise context.error(node.at, f"'{word.name}' takes a set and {further}")
        base = self.mask(context, node.args[0], sort)
        if not base.required and not base.forbidden and not base.steps:
            return SetMask(self._find(word, base.members, number, sort))
        return related(base, self._relation(word, number, sort))

    def _find(self, word: Relation, members: frozenset[int], number: int, sort: str) -> frozenset[int]:
        ids = list(self.ids[sort])
        found = word.find(frozenset(ids[i] for i in members), number)
        return frozenset(self.ids[sort][name] for name in found)

    def _relation(self, word: Relation, number: int, sort: str) -> tuple[frozenset[int], ...]:
        """Return for each thing the things related to it; each relation is computed once."""
        key = sort, word.name, number
        if key not in self._relations:
            near = tuple(self._find(word, frozenset({i}), number, sort) for i in self.ids[sort].values())
            if frozenset().union(*near) != self._find(word, self._everything(sort), number, sort):
                raise ValueError(f"{word!r} relates several things to more than each of them alone")
            self._relations[key] = near
        return self._relations[key]

    def _live(self, context: Context, node: Call, word: Live, sort: str) -> SetMask:
        """Return the set of a live word with a set in brackets."""
        if len(node.args) != 1:
            raise context.error(node.at, f"'{word.name}' takes one set of {plural(word.of)}")
        inner = self.mask(context, node.args[0], word.of)
        step = Step(self.vocabulary.live_code(sort, word), inner, word.of)
        return SetMask(self._everything(sort), steps=(step,))


def _advice(node: Node) -> str:
    signs = {"and": "&", "or": "|", "not": "~"}
    if isinstance(node, Operator) and node.sign in signs:
        return f"; for sets, '{node.sign}' is written '{signs[node.sign]}'"
    return ""


def _index(things: Mapping[str, Mapping[str, object]]) -> dict[str, dict[str, frozenset[int]]]:
    """Return attribute -> value (as text) -> the indices of the things that have it."""
    found: dict[str, dict[str, set[int]]] = {"id": {}}
    for i, (name, attributes) in enumerate(things.items()):
        found["id"].setdefault(name, set()).add(i)
        for key, value in attributes.items():
            for one in _several(value):
                found.setdefault(key, {}).setdefault(str(one), set()).add(i)
    return {key: {value: frozenset(who) for value, who in values.items()} for key, values in found.items()}


def _several(value: object) -> Iterable[object]:
    if value is None:
        return ()
    return value if isinstance(value, list | tuple | set | frozenset) else (value,)
