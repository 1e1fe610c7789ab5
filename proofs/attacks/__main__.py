"""`python -m proofs.attacks NAME`: waits for a target on its input, then strikes."""

from __future__ import annotations

import os
import sys

import msgspec
import uvloop

from proofs.attacks.all import ATTACKS
from proofs.attacks.base import Target


def main() -> None:
    attack = ATTACKS[sys.argv[1]]
    os.nice(10)  # it takes processor time from the hall by what it sends, and by nothing else
    out = sys.stdout.buffer
    out.write(b"ready\n")
    out.flush()
    line = sys.stdin.buffer.readline()
    if line:
        report = uvloop.run(attack.run(msgspec.json.decode(line, type=Target)))
        out.write(msgspec.json.encode(report) + b"\n")
        out.flush()
        sys.stdin.buffer.read()  # what we have cost can be looked up until we are told to go


if __name__ == "__main__":
    main()
