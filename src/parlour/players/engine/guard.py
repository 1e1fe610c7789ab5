"""The guard of an external program: a process between it and us. It imports nothing of Parlour.

    python -I -S guard.py FD '{"command": [...], "memory": BYTES, "processes": N,
                               "log": PATH, "logged": BYTES}'

It starts the command on its own input and output, logs its stderr, and watches it. As a subreaper
it keeps all descendants of the command below itself, even those that leave the session or lose
their parent, so that it can count and end them. It ends when the command ends, exceeds a limit, or
when the socket FD is closed (as when our process dies), and reports the reason through that socket.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from typing import BinaryIO, NoReturn, TypedDict

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
EVERY = 0.02  # seconds between two checks
PAGE = os.sysconf("SC_PAGE_SIZE")
MOST_TASKS = 4_096  # RLIMIT_NPROC: a backstop behind the limit enforced here
PASSED_ON = ("PATH", "LANG", "PARLOUR_PURE")  # of the environment; a bot runs in our own mode
SHUTDOWN_TIMEOUT = 10.0  # seconds to wait for killed processes


class GuardConfig(TypedDict):
    command: list[str]
    memory: int
    processes: int
    log: str
    logged: int


class ProcessTree:
    """All descendants of this process."""

    def __init__(self) -> None:
        self.members: dict[int, int] = {}  # process: memory in bytes
        self.newest = ""

    def update(self) -> None:
        """Count them again. All processes are examined only if the system has a new one."""
        with open("/proc/loadavg") as file:  # noqa: PTH123 - pathlib takes a while to import
            newest = file.read().split()[-1]
        pids = [pid for pid in os.listdir("/proc") if pid.isdecimal()]  # noqa: PTH208 - as above
        if newest == self.newest:
            pids = [str(pid) for pid in self.members]
        self.newest = newest
        about = {int(pid): found for pid in pids if (found := _parent_and_memory(pid))}
        below: dict[int, list[int]] = {}
        for pid, (parent, _) in about.items():
            below.setdefault(parent, []).append(pid)
        self.members, todo = {}, [os.getpid()]
        while todo:
            for pid in below.get(todo.pop(), []):
                self.members[pid] = about[pid][1]
                todo.append(pid)

    def signal(self, number: signal.Signals) -> None:
        for pid in self.members:
            with suppress(OSError):
                os.kill(pid, number)

    def end(self) -> None:
        """Kill all of them. They are stopped first, since a running one could start others."""
        until = time.monotonic() + SHUTDOWN_TIMEOUT
        self.newest = ""
        self.update()
        while self.members and time.monotonic() < until:
            before: set[int] = set()
            while before != set(self.members):
                before = set(self.members)
                self.signal(signal.SIGSTOP)
                self.update()
            self.signal(signal.SIGKILL)
            while self.members and _reap() is not None:
                pass
            time.sleep(0.002)
            self.newest = ""
            self.update()


def _parent_and_memory(pid: str) -> tuple[int, int] | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - as above
            fields = file.read().rpartition(b")")[2].split()
    except OSError:  # it has ended
        return None
    return int(fields[1]), int(fields[21]) * PAGE


def _reap() -> tuple[int, int] | None:
    """A process that has ended and its status; None if none has."""
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, status) if pid else None


def begin(config: GuardConfig, errors: int) -> int:
    """Start the command, bounded, in a session of its own."""
    child = os.fork()
    if child:
        return child
    try:
        _become(config, errors)
    except (OSError, ValueError) as error:
        os.write(2, f"{config['command'][0]}: {error}\n".encode())
    os._exit(127)


def _become(config: GuardConfig, errors: int) -> NoReturn:
    os.setsid()  # what it does to its group does not reach us
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_AS, (config["memory"], config["memory"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_NPROC)  # of the user; root has none
    tasks = MOST_TASKS if most == resource.RLIM_INFINITY else min(MOST_TASKS, most)
    resource.setrlimit(resource.RLIMIT_NPROC, (tasks, tasks))
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.dup2(errors, 2)
    os.closerange(3, 65_536)
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    os.execvpe(config["command"][0], config["command"], kept)  # noqa: S606 - without a shell


def prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


class Log:
    """A file for a program's stderr, bounded in size."""

    def __init__(self, file: BinaryIO, room: int) -> None:
        self.file, self.room = file, room

    def keep(self, data: bytes) -> None:
        if self.room <= 0:
            return
        self.file.write(data[: self.room])
        self.room -= len(data)
        if self.room <= 0:
            self.file.write(b"\n(the log is full)\n")
        self.file.flush()


def watch(child: int, line: int, errors: int, log: Log, config: GuardConfig) -> str:
    """Wait until the command ends or has to be ended; return the reason."""
    tree, next_update = ProcessTree(), 0.0
    awaited = select.poll()
    awaited.register(line, select.POLLIN)
    awaited.register(errors, select.POLLIN)
    while True:
        for source, _ in awaited.poll(EVERY * 1000):
            if source == line:
                return "unwanted"
            data = os.read(errors, 65_536)
            log.keep(data)
            if not data:
                awaited.unregister(errors)
            time.sleep(0.001)  # a flood on stderr must not keep a core busy
        if time.monotonic() < next_update:
            continue
        next_update = time.monotonic() + EVERY
        while (ended := _reap()) is not None:
            if ended[0] == child:
                code = os.waitstatus_to_exitcode(ended[1])
                return f"exit code {code}" if code >= 0 else f"signal {-code}"
        tree.update()
        if len(tree.members) > config["processes"]:
            return "processes"
        if sum(tree.members.values()) > config["memory"]:
            return "memory"


def main() -> None:
    line = socket.socket(fileno=int(sys.argv[1]))
    line.set_inheritable(False)
    config: GuardConfig = json.loads(sys.argv[2])
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    with suppress(OSError):  # if permitted, run before anything the program can start
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    errors, written = os.pipe()
    with open(config["log"], "ab") as file:  # noqa: PTH123 - as above
        log = Log(file, config["logged"])
        child = begin(config, written)
        os.close(written)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 0)
        os.dup2(nowhere, 1)
        why = watch(child, line.fileno(), errors, log, config)
        ProcessTree().end()
        os.set_blocking(errors, False)
        with suppress(BlockingIOError):
            while data := os.read(errors, 65_536):
                log.keep(data)
    with suppress(OSError):
        line.sendall(why.encode())


if __name__ == "__main__":
    main()
