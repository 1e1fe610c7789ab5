"""The fair queue: many requests of one person do not delay the others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.hall.computers.fair_queue import FairQueue, Waiting


def served(queue: FairQueue[str], seconds: float = 1.0, now: float = 0.0) -> list[str]:
    order: list[str] = []
    while len(queue):
        waiting = queue.take(now)
        order.append(waiting.work)
        queue.charge(waiting.share, seconds)
    return order


def test_one_person_with_fifty_matches_does_not_starve_another():
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.add(Waiting("ann", f"ann {number}"))
    queue.add(Waiting("ben", "ben 0"))
    queue.add(Waiting("ben", "ben 1"))
    order = served(queue)
    assert order.index("ben 0") <= 1
    assert order.index("ben 1") <= 3
    assert [work for work in order if "ann" in work] == [f"ann {number}" for number in range(50)]


def test_shares_are_of_time_and_not_of_turns():
    queue: FairQueue[str] = FairQueue()
    for _ in range(10):
        queue.add(Waiting("slow", "slow"))
        queue.add(Waiting("quick", "quick"))
    order: list[str] = []
    for _ in range(8):
        waiting = queue.take(0.0)
        order.append(waiting.work)
        queue.charge(waiting.share, 5.0 if waiting.share == "slow" else 1.0)
    assert order.count("slow") == 2


def test_an_idle_share_earns_no_credit():
    queue: FairQueue[str] = FairQueue()
    for _ in range(20):
        queue.add(Waiting("ann", "ann"))
    for _ in range(10):
        queue.charge(queue.take(0.0).share, 1.0)
    for _ in range(10):
        queue.add(Waiting("ben", "ben"))
    assert served(queue)[:6].count("ann") >= 2


def test_urgent_work_is_served_first_most_urgent_first():
    queue: FairQueue[str] = FairQueue()
    for number in range(5):
        queue.add(Waiting("ann", f"ann {number}", urgent=100.0))
    queue.add(Waiting("ben", "ben", urgent=8.0))
    queue.add(Waiting("ann", "last but pressed", urgent=5.0))
    assert queue.take(now=10.0).work == "last but pressed"
    assert queue.take(now=10.0).work == "ben"
    assert queue.take(now=10.0).work == "ann 0"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 9), st.booleans())))
def test_all_work_is_served_once_and_charges_are_dropped(given: list[tuple[str, float, bool]]):
    queue: FairQueue[int] = FairQueue()
    done: list[int] = []
    for number, (share, seconds, take) in enumerate(given):
        queue.add(Waiting(share, number, urgent=seconds))
        if take:
            waiting = queue.take(4.0)
            done.append(waiting.work)
            queue.charge(waiting.share, seconds)
    while len(queue):
        done.append(queue.take(4.0).work)
    queue.charge("a", 1.0)
    assert sorted(done) == list(range(len(given)))
    assert queue._used == queue._waiting == {}
