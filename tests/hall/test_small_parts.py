"""Plain text, rate limits, timers, and permissions."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import pytest

from parlour.hall.clocks.timers import Timers
from parlour.hall.people import authorise as rules
from parlour.hall.people.authorise import POLICIES, Forbidden, Target, User, authorise
from parlour.hall.people.limits import Bucket
from parlour.wire.messages import REQUESTS
from parlour.wire.operations import Operation
from parlour.wire.plain_text import plain
from proofs.simulation.virtual_time import VirtualLoop

# ---- plain --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  a \t b\r\nc ", "a b c"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\u202eb\u2066c\u200bd\ufeffe", "abcde"),
        ("e\u0301", "é"),
        ("\x00\x07\u200b", ""),
        ("a\u2028b\u3000c", "a b c"),
        ("\ud800x\ue000", "x"),
    ],
)
def test_text_becomes_plain(given: str, shown: str):
    assert plain(given) == shown
    assert plain(shown) == shown


# ---- buckets ------------------------------------------------------------------------------------


def test_a_bucket_empties_and_fills_again():
    bucket = Bucket(2, 0.5, now=10.0)
    assert [bucket.take(10.0), bucket.take(10.0)] == [0.0, 0.0]
    assert bucket.take(10.0) == pytest.approx(2.0)
    assert bucket.take(11.0) == pytest.approx(1.0)
    assert bucket.take(12.0) == 0.0
    assert bucket.take(1e9) == 0.0
    assert bucket.take(1e9) == 0.0
    assert bucket.take(1e9) > 0, "it never holds more than its size"


def test_a_clock_that_goes_back_adds_no_tokens():
    bucket = Bucket(1, 1, now=10.0)
    assert bucket.take(10.0) == 0.0
    assert bucket.take(0.0) > 0


# ---- timers -------------------------------------------------------------------------------------


def rings(settings: list[tuple[float, str, float]], until: float = 100.0) -> list[Any]:
    """What rings when, after settings of (when it is set, match, due)."""
    loop, rung = VirtualLoop(), []

    async def ring(match: str) -> None:
        rung.append((round(loop.time(), 6), match))

    async def run() -> None:
        timers = Timers(loop.time, ring)
        for at, match, due in settings:
            await asyncio.sleep(at - loop.time())
            timers.set(match, due)
        await asyncio.sleep(until - loop.time())
        await timers.close()

    try:
        loop.run_until_complete(run())
    finally:
        loop.close()
    return rung


def test_timers_fire_in_order_and_once():
    assert rings([(0, "b", 7), (0, "a", 3), (0, "c", 7)]) == [(3, "a"), (7, "b"), (7, "c")]


def test_setting_a_timer_again_replaces_it():
    assert rings([(0, "a", 3), (1, "a", 9)]) == [(9, "a")]
    assert rings([(0, "a", 9), (1, "a", 3)]) == [(3, "a")]
    assert rings([(0, "a", 3), (5, "a", 3)]) == [(3, "a"), (5, "a")], "a missed one rings at once"


async def test_replaced_timers_do_not_accumulate():
    """It grew by an entry a move."""
    rung: list[str] = []

    async def ring(match: str) -> None:
        rung.append(match)

    loop = asyncio.get_running_loop()
    timers = Timers(loop.time, ring)
    timers.set("other", loop.time() + 0.01)
    for move in range(10_000):
        timers.set("m", loop.time() + 1_000 + move)
    assert len(timers._heap) < 2 * 2 + 70
    while not rung:
        await asyncio.sleep(0.01)
    assert rung == ["other"]
    await timers.close()


def test_a_replaced_timer_does_not_fire_after_a_jump_of_the_clock():
    loop, rung = VirtualLoop(), list[str]()

    async def ring(match: str) -> None:
        rung.append(match)

    async def run() -> None:
        timers = Timers(lambda: loop.time() + 3 * (loop.time() >= 2), ring)  # a watch that jumps
        for match, due in (("b", 2.0), ("a", 3.0), ("a", 9.0)):
            timers.set(match, due)
        await asyncio.sleep(5)
        assert rung == ["b"]
        await asyncio.sleep(5)

    try:
        loop.run_until_complete(run())
    finally:
        loop.close()
    assert rung == ["b", "a"]


def test_closed_timers_do_not_fire():
    assert rings([(0, "a", 50)], until=10.0) == []


# ---- who may do what ----------------------------------------------------------------------------

OPERATIONS = {kind.__struct_config__.tag for kind in get_args(Operation)}
NOBODY_MAY = {"do flag"}  # only the hall itself


def test_every_message_and_every_operation_has_a_policy():
    """A new message or operation needs a policy here."""
    messages = {name for name in REQUESTS if name != "do"} | {
        f"do {operation}" for operation in OPERATIONS
    }
    assert {name for name in messages if name not in POLICIES} == NOBODY_MAY


@pytest.mark.parametrize("name", ["", "do", "do flag", "do everything", "admin", "Enter"])
def test_without_a_policy_an_operation_is_forbidden(name: str):
    everybody = User("p", "P", "admin")
    with pytest.raises(Forbidden, match="You are not allowed to do that"):
        authorise(everybody, name, Target(0, tuple(range(16)), seat_is_open=True))


@pytest.mark.parametrize("operation", sorted(OPERATIONS - {"flag"}))
def test_operations_are_for_the_occupant_of_the_seat(operation: str):
    authorise(User(), f"do {operation}", Target(1, own=(1,)))
    for user, own in ((User(), ()), (User(), (0, 2)), (User("p", "P", "admin"), ())):
        with pytest.raises(Forbidden, match="not your seat"):
            authorise(user, f"do {operation}", Target(1, own))
    with pytest.raises(Forbidden, match="not your seat"):
        authorise(User(), f"do {operation}", Target(own=(1,)))


def test_an_invitation_lets_one_sit_down_and_nothing_else():
    target = Target(1, invited=(1,))
    authorise(User(), "do sit", target)
    for operation in OPERATIONS - {"sit", "flag"}:
        with pytest.raises(Forbidden, match="not your seat"):
            authorise(User(), f"do {operation}", target)


def test_a_seat_for_anyone_is_open_to_any_user():
    target = Target(seat=1, seat_is_open=True)
    authorise(User("p", "P", "guest"), "do sit", target)
    with pytest.raises(Forbidden):
        authorise(User(), "do sit", target)
    with pytest.raises(Forbidden):
        authorise(User("p", "P", "guest"), "do stand", target)


def test_chat_is_for_signed_in_users():
    authorise(User("p", "P", "guest"), "say")
    with pytest.raises(Forbidden, match="Sign in"):
        authorise(User(), "say")


def test_the_policies_of_people():
    assert rules.has_account(User("p", kind="account"), Target())
    assert not rules.has_account(User("p", kind="guest"), Target())
    assert rules.is_admin(User("p", kind="admin"), Target())
    assert not rules.is_admin(User("p", kind="account"), Target())
