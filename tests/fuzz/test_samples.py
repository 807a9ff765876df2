"""What is damaged is valid before, and so the checks of a campaign are made for most of its inputs."""

import pytest

from tests.fuzz import bots, data_files, experiments

# An overlay may change what is in no deck of the scenario: a warning, which is not what is tested here.
pytestmark = pytest.mark.filterwarnings("ignore::mazarbul.sim.toml.DataWarning")
KINDS = [kind for module in (experiments, data_files, bots) for kind in module.KINDS]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_sample_is_accepted(kind, tmp_path):
    for sample in dict.fromkeys(kind.samples()):
        assert kind.try_one(sample.encode(), tmp_path), sample[:200]
