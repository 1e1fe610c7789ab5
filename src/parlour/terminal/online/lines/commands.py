"""What somebody in a room can enter: a move, a word such as `draw`, or something to say."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from parlour.table.errors import BadText, ParlourError
from parlour.table.looks.rulebook import rulebook
from parlour.table.sentences import Sentence
from parlour.table.texts.typed import fold, tidy
from parlour.terminal.confirmation import Confirmation
from parlour.terminal.hints import hint
from parlour.terminal.lines.console import LEAVING
from parlour.terminal.lines.move_list import move_list
from parlour.terminal.online.lines.announcer import Announcer
from parlour.terminal.online.lines.async_console import AsyncConsole
from parlour.terminal.online.match import OnlineMatch
from parlour.terminal.records.output import save_record
from parlour.wire import operations
from parlour.wire.operations import Act, Operation, Rematch
from parlour.wire.plain_text import plain

OPERATIONS: dict[str, Operation] = {
    "undo": operations.Undo(),
    "draw": operations.Draw(),
    "agree": operations.Agree(),
    "decline": operations.Decline(),
    "resign": operations.Resign(),
    "abort": operations.Abort(),
}
LONGEST_MESSAGE = 300


class Commands:
    """Carries out one entered line after the other."""

    def __init__(
        self,
        online: OnlineMatch,
        console: AsyncConsole,
        announcer: Announcer,
        perform: Callable[[Operation], Awaitable[None]],
    ) -> None:
        self.online, self.room, self.console = online, online.room, console
        self.announcer, self.perform = announcer, perform
        self.leaving = False
        self.wants_rematch = False
        self.resignation = Confirmation()
        self.danger = Confirmation()

    @property
    def may_ask_for_rematch(self) -> bool:
        return bool(self.room.seats) and not self.wants_rematch

    async def run(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word != "resign":
            self.resignation.cancel()
        if self.room.status == "over" and self.may_ask_for_rematch and word in ("yes", "y"):
            await self._ask_for_rematch()
            return
        if self.room.status == "over" and word in ("no", "n"):
            self.leaving = True
            return
        match word, rest:
            case leaving, "" if leaving in LEAVING:
                self.leaving = True
            case "", "":
                pass
            case "help" | "?", "":
                id = "terminal.online_help" if self.room.seats else "terminal.online_watch_help"
                self._say(Sentence(id))
            case "moves", "" if self.room.seats:
                self._list_moves()
            case "board", "":
                self.announcer.show_board()
            case "rules", "" if self.online.position is not None:
                self.console.page(rulebook(self.online.position.game))
            case "link" | "links", "":
                self.announcer.show_invitations()
            case "clocks", "":
                self.announcer.show_clocks()
            case "hint", "" if self.room.my_turn:
                await self._hint()
            case "save", _:
                self._save(rest)
            case "rematch", "":
                await self._ask_for_rematch()
            case "say", _:
                await self._chat(rest)
            case "resign", "" if self.console.on_screen and not self.resignation.confirms("resign"):
                self.resignation.ask("resign")
                self._say(Sentence("terminal.resign_again"))
            case operation, "" if operation in OPERATIONS:
                await self.perform(OPERATIONS[operation])
            case _:
                await self._act(tidy(text))

    def _say(self, sentence: Sentence | str, tone: str = "") -> None:
        self.console.say(str(sentence), tone)

    async def _act(self, text: str) -> None:
        """Send an action to the hall. On a screen, an action that loses at once is confirmed."""
        action = self._read(text) if self.console.on_screen and self.room.dangers else None
        danger = None if action is None else self.room.dangers.get(action)
        if not self.danger.confirms(action) and danger is not None:
            self.danger.ask(action)
            warning = Sentence("terminal.danger_again", danger=plain(str(danger)))
            self._say(warning, "wrong")
            return
        await self.perform(Act(text))

    def _read(self, text: str) -> int | None:
        """The action that a text means, as far as this client can tell."""
        room, position = self.room, self.online.position
        if position is None:
            actions = {fold(" ".join(path)): action for path, action in room.paths}
            return actions.get(fold(text))
        with suppress(ParlourError):
            return position.game.read(position.state, text, room.seat)
        return None

    async def _ask_for_rematch(self) -> None:
        await self.perform(Rematch())
        self.wants_rematch = True
        if not self.room.next:
            self._say(Sentence("terminal.online_waiting_again"))

    async def _chat(self, text: str) -> None:
        message = plain(text)[:LONGEST_MESSAGE]
        if not message:
            raise BadText("terminal.online_say_what")
        await self.online.client.say(message)

    async def _hint(self) -> None:
        """What the computer would play; there are no hints against people."""
        room, position = self.room, self.online.position
        if position is None or room.seat is None or not self.online.others_are_computers():
            raise BadText("terminal.online_no_hint")
        found = await asyncio.to_thread(hint, position.state, room.seat)
        if self.console.on_screen:
            self.announcer.show_board(found.path)
        self._say(found.sentence)

    def _save(self, file: str) -> None:
        """Save the match, as far as this seat may know it, in a new file."""
        record = self.room.record()
        if record is None:
            raise BadText("terminal.online_not_begun")
        if not file:
            raise BadText("terminal.save_where")
        path = Path(file).expanduser()
        if path.exists():
            raise BadText("terminal.online_exists", path=str(path))
        save_record(record, path)
        self._say(Sentence("terminal.saved", path=str(path)))

    def _list_moves(self) -> None:
        position = self.online.position
        texts = dict.fromkeys(
            " ".join(path) if position is None else position.game.write(position.state, action)
            for path, action in self.room.paths
        )
        for line in move_list(len(texts), texts):
            self._say(line)
