"""`python -m proofs.attacks NAME`: reads the target from standard input, then attacks it."""

from __future__ import annotations

import os
import sys

import msgspec
import uvloop

from proofs.attacks.all import ATTACKS
from proofs.attacks.base import Target


def main() -> None:
    attack = ATTACKS[sys.argv[1]]
    os.nice(10)  # only its messages may cost the hall CPU time, not its own computation
    out = sys.stdout.buffer
    out.write(b"ready\n")
    out.flush()
    line = sys.stdin.buffer.readline()
    if line:
        report = uvloop.run(attack.run(msgspec.json.decode(line, type=Target)))
        out.write(msgspec.json.encode(report) + b"\n")
        out.flush()
        sys.stdin.buffer.read()  # stay alive so that the driver can read our CPU time


if __name__ == "__main__":
    main()
