"""Every attack there is, in the order in which they are tried."""

from __future__ import annotations

from parlour.hall.proofs.attacks.base import Attack
from parlour.hall.proofs.attacks.chat import Chat
from parlour.hall.proofs.attacks.computers import Computers
from parlour.hall.proofs.attacks.floods import PARTS, PINGS, UnreadPongs
from parlour.hall.proofs.attacks.half import Half
from parlour.hall.proofs.attacks.history import History
from parlour.hall.proofs.attacks.lobby import Lobby
from parlour.hall.proofs.attacks.mistakes import Mistakes
from parlour.hall.proofs.attacks.names import Names
from parlour.hall.proofs.attacks.retention import Retention
from parlour.hall.proofs.attacks.rows import Rows
from parlour.hall.proofs.attacks.seats import Seats
from parlour.hall.proofs.attacks.second import Second
from parlour.hall.proofs.attacks.undo import Undo

_all: tuple[Attack, ...] = (
    *(PINGS, PARTS, UnreadPongs(), Undo(), Names(), Rows(), Mistakes(), Retention()),
    *(Computers(), Lobby(), Chat(), Half(), History(), Second(), Seats()),
)

ATTACKS = {attack.name: attack for attack in _all}
