"""Seeds that follow from a seed stay what they are: saved results depend on them."""

from __future__ import annotations

from mazarbul.studies.seeds import fresh_seed


def test_seeds_stay_what_they_are():
    """As numpy 2 gives them: confirmations of a seed, and generations of a seed and a number."""
    assert fresh_seed(3) == 6233904063939786893
    assert fresh_seed(3, 5) == 4895867234429419378


def test_other_keys_have_other_seeds_of_63_bits():
    keys = [(seed, *more) for seed in range(40) for more in ((), (1,), (2, 3), (2**32 - 1,))]
    found = {fresh_seed(*key) for key in keys}
    assert len(found) == len(keys)
    assert all(0 <= seed < 2**63 for seed in found)
