"""Opening a hall on this machine: a background process that ends with this one."""

from __future__ import annotations

import atexit
import socket
import subprocess
import sys
import time
from tempfile import TemporaryFile

from parlour.client.http_client import HallUnreachable, HttpClient
from parlour.client.link import PORT
from parlour.table.errors import ParlourError
from parlour.table.sentences import shorten

EVERYWHERE = "0.0.0.0"  # noqa: S104
PATIENCE = 20.0
"""Seconds in which the hall has to answer."""


class NotOpened(ParlourError):
    """The hall could not be opened."""


def host(lan: bool) -> str:
    """Open a hall for this machine or for its network; the address of the hall."""
    interface = EVERYWHERE if lan else "127.0.0.1"
    port = free_port(interface)
    options = ["--host", interface, "--port", str(port), *(["--lan"] if lan else [])]
    errors = TemporaryFile("w+")  # noqa: SIM115
    hall = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "parlour", "serve", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
    )
    atexit.register(_close, hall)
    address = f"http://{own_address() if lan else interface}:{port}"
    until = time.monotonic() + PATIENCE
    while hall.poll() is None and time.monotonic() < until:
        try:
            HttpClient(address).games()
        except HallUnreachable:
            time.sleep(0.1)
        else:
            return address
    _close(hall)
    errors.seek(0)
    reason = errors.read(10_000).strip().rpartition("\n")[2] or f"{PATIENCE:g} s"
    raise NotOpened("terminal.online_not_opened", reason=shorten(reason, 200))


def _close(hall: subprocess.Popen[bytes]) -> None:
    hall.terminate()
    try:
        hall.wait(6)
    except subprocess.TimeoutExpired:
        hall.kill()


def free_port(interface: str) -> int:
    """The default port if it is free, or any other."""
    for port in (PORT, 0):
        with socket.socket() as probe:
            try:
                probe.bind((interface, port))
            except OSError:
                continue
            return probe.getsockname()[1]
    return PORT


def own_address() -> str:
    """The address of this machine in its network. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return probe.getsockname()[0]
