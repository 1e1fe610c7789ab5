"""A `parlour serve` without frame limits, which the attack driver has to notice."""

from __future__ import annotations

import sys

from parlour.hall import serve_verb
from parlour.hall.connections.socket import FrameLimit


def charge_nothing(self: FrameLimit) -> None:
    """As many as they like."""


if __name__ == "__main__":
    FrameLimit.__call__ = charge_nothing
    serve_verb.serve.main(sys.argv[2:])
