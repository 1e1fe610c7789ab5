"""Computer players in real processes: what they choose, and how failures are handled."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.hall.computers.port import MOST_SECONDS, Busy, ComputerFailed, allowed_player
from parlour.hall.computers.worker import WorkerRequest
from parlour.hall.computers.workers import Job, Workers
from parlour.hall.operating import metrics
from parlour.hall.rooms.room import MatchTerms
from parlour.table.errors import BadSettings
from parlour.table.registry import find, game
from tests import ROOT

GAMES = ["brique", "chessicle", "feud", "knights", "turncoat"]

Make = Callable[..., Workers]


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    made: list[Workers] = []

    def start(count: int = 1, **options: Any) -> Workers:
        made.append(Workers(count, rng=Random(1), **options))
        return made[-1]

    yield start
    for workers in made:
        await workers.close()


def new_terms(slug: str = "brique", id: str = "m", owner: str = "") -> MatchTerms:
    return MatchTerms(id=id, game=slug, rules=find(slug).version, settings={}, owner=owner)


def ask(
    workers: Workers, slug: str = "brique", *, player: str = "random", **options: Any
) -> Coroutine[Any, Any, str]:
    left = options.pop("left", None)
    match_game = game(slug).guarded()
    return workers.choose(
        new_terms(slug, **options), match_game.line(match_game.start()), 0, player, left
    )


def pids(workers: Workers) -> list[int]:
    return [worker.process.pid for worker in workers._idle]


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def fake(tmp_path: Path, *lines: str) -> list[str]:
    """The command of a worker that is not one of ours; `number` is that of the question."""
    code = "\n".join(f"        {line}" for line in lines)
    file = tmp_path / "fake.py"
    file.write_text(
        "import json, sys, time, os, pathlib\n"
        "here = pathlib.Path(__file__).parent\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    number = question['number']\n"
        "    def answer(text): print(json.dumps({'number': number, 'action': text}), flush=True)\n"
        f"    if True:\n{code}\n"
    )
    return [sys.executable, str(file)]


# ---- choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("player", ["random", "uct:20"])
async def test_an_action_that_the_game_accepts(make: Make, slug: str, player: str):
    workers = make()
    match_game = game(slug).guarded()
    state = match_game.start()
    for seat in state.acting():
        if seat >= 0:
            line = match_game.line(state)
            action = await workers.choose(new_terms(slug), line, seat, player)
            assert match_game.read(state, action, seat) in state.actions(seat)
    assert len(pids(workers)) == 1


async def test_a_computer_sets_up_while_the_other_is_hidden(make: Make):
    hidden = {"deployment": "hidden"}
    match_game = game("chessicle", **hidden).guarded()
    rng = Random(3)
    state = match_game.start()
    while 1 in state.acting():
        state = state.after(rng.choice(state.actions(1)), 1)
    line = match_game.line(state)
    assert match_game.line(state, 0) != line
    match = MatchTerms("m", "chessicle", match_game.version, dict(hidden))
    action = await make().choose(match, line, 0, "uct:20")
    assert match_game.read(state, action, 0) in state.actions(0)


async def test_workers_start_when_they_are_needed_and_are_used_again(make: Make):
    workers = make(2)
    assert pids(workers) == []
    await ask(workers)
    first = pids(workers)
    await ask(workers)
    assert pids(workers) == first
    await asyncio.gather(*(ask(workers, player="uct:50") for _ in range(5)))
    assert len(pids(workers)) == 2


async def test_by_default_there_is_a_worker_and_the_loop_keeps_a_core():
    assert Workers().count == max(1, (os.cpu_count() or 1) - 1)


async def test_what_a_game_prints_is_no_answer(make: Make, tmp_path: Path):
    file = tmp_path / "talkative.py"
    file.write_text(
        "from parlour.hall.computers import worker\n"
        "old = worker.answer\n"
        "def loud(question):\n    print('hello')\n    return old(question)\n"
        "worker.answer = loud\nworker.main()\n"
    )
    assert await ask(make(command=[sys.executable, str(file)]))


# ---- failing -------------------------------------------------------------------------------------


async def test_a_worker_killed_during_a_search_is_replaced(make: Make):
    workers = make()
    await ask(workers)
    (pid,) = pids(workers)
    thought = asyncio.create_task(ask(workers, player="uct:1s"))
    while pids(workers):
        await asyncio.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    assert await thought
    assert pids(workers) != [pid]


async def test_a_worker_killed_while_idle_is_no_failure(make: Make):
    workers = make()
    await ask(workers)
    for pid in pids(workers):
        os.kill(pid, signal.SIGKILL)
    await workers._idle[0].process.wait()
    assert await ask(workers)


async def test_a_failed_request_is_repeated_once(make: Make, tmp_path: Path):
    once = fake(
        tmp_path,
        "if not (here / 'seen').exists():",
        "    (here / 'seen').touch()",
        "    sys.exit()",
        "answer('a1')",
    )
    assert await ask(make(command=once)) == "a1"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("time.sleep(100)", "it hangs"),
        ("sys.exit(3)", "it has ended"),
        ("print('what?', flush=True)", "its response is invalid"),
        ("print('{}', flush=True)", "its response is invalid"),
        ("print('x' * 100_000, flush=True)", "its pipe is broken"),
        ("number += 1; answer('a1')", "its response is to another request"),
        ("answer('')", "it chose no action"),
    ],
)
async def test_a_computer_that_fails_twice_raises_an_error(
    make: Make, tmp_path: Path, line: str, reason: str
):
    workers = make(command=fake(tmp_path, line), grace=1.0)
    with pytest.raises(ComputerFailed) as failed:
        await ask(workers, left=0.1)
    assert str(failed.value) == f"The computer player random failed ({reason})."


async def test_a_program_that_is_not_there(make: Make):
    before = metrics.registry.get_sample_value("parlour_computer_failures_total") or 0
    with pytest.raises(ComputerFailed, match="cannot be started"):
        await ask(make(command=["/nowhere/at/all"]))
    failures = metrics.registry.get_sample_value("parlour_computer_failures_total")
    assert failures == before + 2, "it is asked twice"


async def test_an_invalid_request_costs_no_worker_and_reveals_no_secret(make: Make):
    workers = make()
    await ask(workers)
    kept = pids(workers)
    with pytest.raises(ComputerFailed) as failed:
        await workers.choose(new_terms(), "a secret line", 0, "random")
    assert "secret" not in str(failed.value)
    assert "BadText" in str(failed.value)
    assert pids(workers) == kept
    assert await ask(workers)


# ---- queueing ------------------------------------------------------------------------------------


async def test_one_person_with_many_matches_does_not_starve_another(make: Make, tmp_path: Path):
    workers = make(command=fake(tmp_path, "time.sleep(0.02)", "answer('a1')"))
    order: list[str] = []

    async def asked(owner: str, number: int) -> None:
        await ask(workers, id=f"{owner}{number}", owner=owner)
        order.append(owner)

    async with asyncio.TaskGroup() as tasks:
        for number in range(30):
            tasks.create_task(asked("ann", number))
        tasks.create_task(asked("ben", 0))
    assert order.index("ben") == 1


async def test_too_many_are_refused_by_a_sentence(make: Make, tmp_path: Path):
    workers = make(command=fake(tmp_path, "time.sleep(100)"))
    workers.refuse_if_busy("ann")
    tasks = [asyncio.create_task(ask(workers, owner="ann")) for _ in range(40)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="The computer players are busy, about 39 seconds behind"):
        workers.refuse_if_busy("ann")
    workers.refuse_if_busy("ben")  # whose turn comes after one of hers
    await workers.close()
    await asyncio.wait(tasks, timeout=5)
    assert all(task.cancelled() for task in tasks)


async def test_the_queue_is_bounded(make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("parlour.hall.computers.workers.LONGEST_QUEUE", 3)
    workers = make(command=fake(tmp_path, "time.sleep(100)"))
    tasks = [asyncio.create_task(ask(workers)) for _ in range(5)]
    await asyncio.sleep(0)
    assert isinstance(tasks[-1].exception(), Busy)
    assert not tasks[0].done()


async def test_cancelled_requests_are_not_searched(make: Make, tmp_path: Path):
    count = "with (here / 'asked').open('a') as file: file.write('x')"
    workers = make(command=fake(tmp_path, count, "time.sleep(0.1)", "answer('a1')"))
    first, second, third = (asyncio.create_task(ask(workers)) for _ in range(3))
    await asyncio.sleep(0)
    second.cancel()
    assert await first == await third == "a1"
    assert (tmp_path / "asked").read_text() == "xx"


# ---- the clock -----------------------------------------------------------------------------------


async def test_a_short_clock_limits_the_search():
    question = WorkerRequest(1, new_terms(), "", 0, "uct:5s", 1, MOST_SECONDS)
    assert Job(question, None).seconds(50.0) == MOST_SECONDS
    assert Job(question, 1_000.0).seconds(0.0) == MOST_SECONDS
    assert Job(question, 20.0).seconds(0.0) == pytest.approx(1.0)
    assert Job(question, 20.0).seconds(15.0) == pytest.approx(0.25)  # it has queued so long
    assert 0 < Job(question, 20.0).seconds(30.0) < 0.1


async def test_the_request_contains_the_time_limit(make: Make, tmp_path: Path):
    workers = make(command=fake(tmp_path, "answer(str(question['seconds']))"))
    assert float(await ask(workers)) == MOST_SECONDS
    assert 0 < float(await ask(workers, left=4.0)) <= 0.2


async def test_requests_with_little_time_are_served_first(make: Make, tmp_path: Path):
    workers = make(command=fake(tmp_path, "time.sleep(0.02)", "answer('a1')"))
    order: list[str] = []

    async def asked(owner: str, left: float) -> None:
        await ask(workers, owner=owner, left=left)
        order.append(owner)

    async with asyncio.TaskGroup() as tasks:
        for number in range(10):
            tasks.create_task(asked(f"calm {number}", 600.0))
        tasks.create_task(asked("pressed", 3.0))
    assert order.index("pressed") <= 1


# ---- the end -------------------------------------------------------------------------------------


async def test_closing_leaves_no_process_behind():
    workers = Workers(2)
    await asyncio.gather(ask(workers, player="uct:50"), ask(workers, player="uct:50"))
    idle = pids(workers)
    assert len(idle) == 2
    thought = asyncio.create_task(ask(workers, player="uct:5s"))
    await asyncio.sleep(0.1)
    await workers.close()
    assert [pid for pid in idle if is_there(pid)] == []
    with pytest.raises(asyncio.CancelledError):
        await thought
    with pytest.raises(Busy):
        await ask(workers)


async def test_a_worker_ends_when_its_hall_dies_even_during_a_search(tmp_path: Path):
    """The hall is killed without notice; the worker sees only that the pipe closes."""
    hall = tmp_path / "hall.py"
    hall.write_text(
        "import asyncio, os\n"
        "from tests.hall.computers.test_workers import Workers, ask, pids\n"
        "async def main():\n"
        "    workers = Workers(1)\n"
        "    await ask(workers)\n"
        "    print(pids(workers)[0], flush=True)\n"
        "    await ask(workers, player='uct:5s')\n"
        "asyncio.run(main())\n"
    )
    root = str(ROOT)
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(hall), stdout=-1, env={**os.environ, "PYTHONPATH": root}
    )
    assert process.stdout
    pid = int(await process.stdout.readline())
    await asyncio.sleep(0.2)
    assert is_there(pid)
    process.kill()
    await process.communicate()
    for _ in range(500):
        if not is_running(pid):
            break
        await asyncio.sleep(0.02)
    assert not is_running(pid)


def is_running(pid: int) -> bool:
    """Zombies do not count as running."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


# ---- who may sit here ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("random", "random"),
        (" UCT ", "uct:1s"),
        ("uct:5s", "uct:5s"),
        ("uct:200000", "uct:200000"),
        ("mcts:5s,memory=64", "mcts:5s,memory=64"),
        ("best", "best:1s"),
        ("Glance", "glance"),
        ("wary", "wary"),
        ("uct:9,overlook=0.5", "uct:9,overlook=0.5"),
        ("best:2s,misjudge=0.2", "best:2s,misjudge=0.2"),
    ],
)
def test_players_of_bounded_strength_may_sit(given: str, name: str):
    assert allowed_player(given, game("brique")) == name
    assert allowed_player(name, game("brique")) == name


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("uct:6s", "uct:6s: a computer player here may use at most 5 s or 200000 simulations"),
        (
            "uct:200001",
            "uct:200001: a computer player here may use at most 5 s or 200000 simulations",
        ),
        ("mcts:6s", "mcts:6s: a computer player here may use at most 5 s or 200000 simulations"),
        ("best:6s", "best:6s: a computer player here may use at most 5 s or 200000 simulations"),
        ("uct:6s,overlook=0.1", "a computer player here may use at most 5 s or 200000 simulations"),
        ("mcts:1s,threads=2,overlook=0.1", "one thread and 256 MiB"),
        ("mcts:1s,threads=2", "one thread and 256 MiB"),
        ("mcts:1s,memory=512", "one thread and 256 MiB"),
        ("best:1s,threads=2", "one thread and 256 MiB"),
        ("mcts:1s,wings=2", "no such search option"),
        ("uct:99999s", "no such player"),
        ("human", "no such player"),
        ("", "no such player"),
        ("x" * 10_000, "no such player"),
    ],
)
def test_others_are_refused_by_a_sentence(given: str, sentence: str):
    with pytest.raises(BadSettings) as refused:
        allowed_player(given, game("brique"))
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("given", ["mcts:1s,net=1 ", "mcts:1s,net", "alphabeta:1s,net=0"])
def test_a_net_of_the_game_itself_may_be_used(given: str):
    assert allowed_player(given, game("brique")).startswith(given.partition(",")[0])


@pytest.mark.parametrize(
    "given",
    [
        "mcts:9,net={file}",
        " MCTS:9, NET={file}",
        "mcts:9,net={file},net=1",
        "mcts:9,overlook=0.1,net={file}",
        "alphabeta:9,net={file}",
        "mcts:9,net= 1",
        "mcts:9,net=",
        "best:9,net={file}",
        "alphabeta:9,otherwise=py:{file}",
        "alphabeta:9,otherwise=ugi:{file}",
    ],
)
def test_users_never_learn_of_the_files_of_the_hall(tmp_path: Path, given: str):
    """One sentence, whether there is such a file or not."""
    there, gone = tmp_path / "a", tmp_path / "b"
    there.write_bytes(b"secret")
    said: set[str] = set()
    for file in (there, gone):
        with pytest.raises(BadSettings) as refused:
            allowed_player(given.format(file=file), game("brique"))
        said.add(str(refused.value).partition(": a computer player here")[2])
    (sentence,) = said
    assert "at most 5 s or 200000 simulations" in sentence
    assert "secret" not in sentence
