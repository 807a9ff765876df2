"""Environments by the id `mazarbul/Game-v0`, as Gymnasium makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mazarbul

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv


def made(num_envs: int = 1, **given: Any) -> VectorEnv[dict[str, Any], Any, Any]:
    """Return what `mazarbul.vector_env` does, with the name that Gymnasium has for n."""
    return mazarbul.vector_env(n=num_envs, **given)
