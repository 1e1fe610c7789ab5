"""All attacks, in the order in which they run."""

from __future__ import annotations

from proofs.attacks.base import Attack
from proofs.attacks.operation.history import History
from proofs.attacks.operation.retention import Retention
from proofs.attacks.operation.rows import Rows
from proofs.attacks.operation.second import Second
from proofs.attacks.requests.computers import Computers
from proofs.attacks.requests.lobby import Lobby
from proofs.attacks.requests.names import Names
from proofs.attacks.sockets.chat import Chat
from proofs.attacks.sockets.floods import PARTS, PINGS, UnreadPongs
from proofs.attacks.sockets.half import Half
from proofs.attacks.sockets.mistakes import Mistakes
from proofs.attacks.sockets.seats import Seats
from proofs.attacks.sockets.undo import Undo

_all: tuple[Attack, ...] = (
    *(PINGS, PARTS, UnreadPongs(), Undo(), Names(), Rows(), Mistakes(), Retention()),
    *(Computers(), Lobby(), Chat(), Half(), History(), Second(), Seats()),
)

ATTACKS = {attack.name: attack for attack in _all}
