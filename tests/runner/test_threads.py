"""Tasks in threads: their results in order, and an end without the rest if one fails or the user stops."""

from __future__ import annotations

import time
import warnings
from functools import partial

import pytest

from mazarbul.sim.runner.workers import in_threads


def waiting(begun: list[int], number: int) -> int:
    begun.append(number)
    time.sleep(0.02 if number % 3 else 0.06)
    return number


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_tasks(jobs):
    with in_threads((partial(waiting, [], number) for number in range(9)), jobs) as results:
        assert list(results) == list(range(9))


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_the_rest_is_abandoned_without_a_word(jobs, error):
    begun: list[int] = []

    def stop() -> None:
        with in_threads((partial(waiting, begun, number) for number in range(200)), jobs) as results:
            assert next(results) == 0
            raise error

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(error):
            stop()
    at_end = len(begun)
    assert at_end < 50
    time.sleep(0.3)
    assert len(begun) == at_end, "nothing goes on behind the user's back"


def test_what_a_task_raises_ends_all():
    begun: list[int] = []

    def failing(number: int) -> int:
        if number == 4:
            raise ValueError("task 4")
        return waiting(begun, number)

    tasks = (partial(failing, number) for number in range(200))
    with pytest.raises(ValueError, match="task 4"), in_threads(tasks, 2) as results:
        list(results)
    at_end = len(begun)
    time.sleep(0.3)
    assert len(begun) == at_end < 50
