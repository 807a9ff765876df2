"""Joining sets: as one mask wherever members and bits can express the result, otherwise as a program.

A set that never changes stays a mask through every operation. Sets that change are one mask as long
as all their things change in the same way; all others become the steps of a `SetMask`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mazarbul.sim.effects import codes
from mazarbul.sim.effects.program import SetMask, Step

NOTHING = SetMask(frozenset())


def canonical(members: frozenset[int], required: int, forbidden: int) -> SetMask:
    """Return the set, or NOTHING if nothing can ever belong to it."""
    if not members or required & forbidden:
        return NOTHING
    return SetMask(members, required, forbidden)


def union(first: SetMask, second: SetMask) -> SetMask:
    """Return the things in either set."""
    if _is_within(first, second):
        return second
    if _is_within(second, first):
        return first
    if _is_alike(first, second):
        return SetMask(first.members | second.members, first.required, first.forbidden)
    return _joined(codes.UNION, first, second, first.members | second.members)


def intersection(first: SetMask, second: SetMask) -> SetMask:
    """Return the things in both sets."""
    if _is_within(first, second):
        return first
    if _is_within(second, first):
        return second
    members = first.members & second.members
    if not first.steps and not second.steps:
        return canonical(members, first.required | second.required, first.forbidden | second.forbidden)
    return _joined(codes.INTERSECTION, first, second, members)


def difference(first: SetMask, second: SetMask, everything: frozenset[int]) -> SetMask:
    """Return the things in the first set but not in the second; everything: all things of the sort."""
    if not first.members & second.members:
        return first
    if _is_within(first, second):
        return NOTHING
    rest = _turned_round(second, everything)
    if rest is not None:
        return intersection(first, rest)
    return _joined(codes.DIFFERENCE, first, second, first.members)


def related(base: SetMask, near: tuple[frozenset[int], ...]) -> SetMask:
    """Return the things related to a member of a changing set. near: thing -> the things related to it."""
    members = frozenset().union(*(near[i] for i in base.members))
    return SetMask(members, steps=(*_steps(base), Step(codes.NEAR, near=near))) if members else NOTHING


def depth(steps: Sequence[Step]) -> int:
    """Return the most sets on the stack at a time while the steps are carried out."""
    most = height = 0
    for step in steps:
        if step.code in (codes.UNION, codes.INTERSECTION, codes.DIFFERENCE):
            height -= 1
        elif step.code != codes.NEAR:
            height += 1
        most = max(most, height)
    return most


def _is_alike(first: SetMask, second: SetMask) -> bool:
    """Return whether both are masks whose things belong to them in the same states."""
    is_mask = not first.steps and not second.steps
    return is_mask and (first.required, first.forbidden) == (second.required, second.forbidden)


def _is_within(first: SetMask, second: SetMask) -> bool:
    """Return whether everything in the first set is always in the second too, as far as masks show."""
    if not first.members or first == second:
        return True
    if second.steps or not first.members <= second.members:
        return False
    return not (second.required & ~first.required or second.forbidden & ~first.forbidden)


def _turned_round(mask: SetMask, everything: frozenset[int]) -> SetMask | None:
    """Return everything that is not in the set if a mask can express it, otherwise None."""
    if mask.steps:
        return None
    if not mask.required and not mask.forbidden:
        return SetMask(everything - mask.members)
    if mask.members == everything and (mask.required | mask.forbidden).bit_count() == 1:
        return SetMask(everything, mask.forbidden, mask.required)
    return None


def _joined(code: int, first: SetMask, second: SetMask, members: frozenset[int]) -> SetMask:
    """Return the program that joins two sets; if the order is free, the one that needs more stack first."""
    if not members:
        return NOTHING
    left, right = _steps(first), _steps(second)
    if code != codes.DIFFERENCE and depth(right) > depth(left):
        left, right = right, left
    return SetMask(members, steps=(*left, *right, Step(code)))


def _steps(mask: SetMask) -> tuple[Step, ...]:
    return mask.steps or (Step(codes.MASK, mask),)
