"""A temporary PostgreSQL server, in a temporary folder and on a free port."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from proofs import Broken
from proofs.harness.server_process import free_port


def find_program(name: str) -> str:
    """One of PostgreSQL's programs, from Debian's folders or from PATH."""
    folders = [str(folder) for folder in Path("/usr/lib/postgresql").glob("*/bin")]
    found = shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    if found is None:
        raise Broken(f"{name} is missing: install Debian's package postgresql (15 or later)")
    return found


class Server:
    """A running server; it can be stopped and started again, or frozen and thawed."""

    def __init__(self, *options: str) -> None:
        """Create and start the server. `options` are PostgreSQL settings such as `fsync=off`."""
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
            self._as = {"user": "postgres", "group": "postgres", "extra_groups": []}
        self.port = free_port()
        self._data = self.folder / "data"
        self._options = "".join(f" -c {option}" for option in options)
        self._names = (f"hall{number}" for number in count())
        initdb = [find_program("initdb"), "-D", str(self._data), "-U", "parlour"]
        self._run(*initdb, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "-N")
        self.start()

    def _run(self, *command: str) -> None:
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs
            command, cwd=self.folder, capture_output=True, text=True, check=False, **self._as
        )
        if done.returncode:
            raise Broken(f"{' '.join(command)}: {done.stdout}{done.stderr}")

    def _control(self, *words: str) -> None:
        self._run(find_program("pg_ctl"), "-D", str(self._data), "-w", *words)

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        options += " -c recovery_init_sync_method=syncfs"  # recovery syncs once, not file by file
        self._control("-l", str(self.folder / "log"), "-o", options + self._options, "start")

    def stop(self) -> None:
        """Stop immediately, as in a crash."""
        self._control("-m", "immediate", "stop")

    def freeze(self) -> None:
        """Suspend all its processes: it neither answers nor closes connections."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        parent = int((self._data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for process in [parent, *map(int, children)]:
            os.kill(process, number)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server and delete its files."""
        self.stop()
        shutil.rmtree(self.folder)

    def new_database(self) -> str:
        """The address of a new, empty database: in fact a schema, which is created much faster."""
        name = next(self._names)
        root = f"postgresql://parlour@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(root, autocommit=True) as connection:
            connection.execute(sql.SQL("create schema {}").format(sql.Identifier(name)))
        return f"{root}?options=-csearch_path%3D{name}"
