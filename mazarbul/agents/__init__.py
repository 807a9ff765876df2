"""Environments for learning agents, in the standard forms of PettingZoo and Gymnasium (docs/agents.md).

`mazarbul.env`, `mazarbul.gym_env` and `mazarbul.vector_env` make them. To import this package registers the
id `mazarbul/Game-v0` with Gymnasium, for `gymnasium.make` and `gymnasium.make_vec`. It needs the packages of
`pip install mazarbul[agents]`.
"""

from mazarbul.agents.needs import check_installed

check_installed()

import gymnasium  # noqa: E402  (only once it is known to be there)

ID = "mazarbul/Game-v0"
if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="mazarbul:gym_env",
        vector_entry_point="mazarbul.agents.registered:made",
        order_enforce=False,  # the environments do it themselves
    )
