"""A match in a hall as a dialogue of lines: what others do appears while one thinks or types.

It shows what the hall tells. Where the game is installed here, its own words and text board do the
talking; where not, the board is drawn from the view alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from parlour.client.client import (
    Client,
    ClientEvent,
    ConnectionLost,
    Reconnected,
    RoomChanged,
    describe_loss,
)
from parlour.client.http_client import HallUnreachable
from parlour.client.mirror import Mirror
from parlour.client.position import KnownMove, try_position
from parlour.table import textboard
from parlour.table.errors import BadText, IllegalAction, ParlourError
from parlour.table.notation import fold, tidy
from parlour.table.sentences import Sentence, listing
from parlour.terminal.board.lines_board import board_in_lines
from parlour.terminal.hints import hint
from parlour.terminal.lines.console import LEAVING
from parlour.terminal.lines.dialogue import MOST_SHOWN, in_lines
from parlour.terminal.online.async_console import AsyncConsole
from parlour.terminal.online.invitations import invitations
from parlour.terminal.records.autosave import save_record
from parlour.terminal.rulebook import rulebook
from parlour.wire.messages import ChatMessage, ErrorMessage, Offered, SeatInfo
from parlour.wire.operations import (
    Abort,
    Act,
    Agree,
    Decline,
    Draw,
    Operation,
    Rematch,
    Resign,
    Undo,
)
from parlour.wire.plain_text import plain

DEEDS: dict[str, type[Undo | Draw | Agree | Decline | Resign | Abort]] = {
    "undo": Undo,
    "draw": Draw,
    "agree": Agree,
    "decline": Decline,
    "resign": Resign,
    "abort": Abort,
}


class OnlineDialogue:
    """One match, at which one sits or which one watches."""

    def __init__(
        self, client: Client, client_events: AsyncIterator[ClientEvent], lines: AsyncConsole
    ) -> None:
        terms = client.room.terms
        if terms is None:
            raise ValueError("the room has not been shown yet")
        self.client, self.room, self.terms = client, client.room, terms
        self.client_events, self.lines = client_events, lines
        self.position = try_position(terms)
        self.status = ""  # what was last told
        self.seat_infos: tuple[SeatInfo, ...] = ()
        self.offer: Offered | None = None
        self.asked_at: tuple[int, bool] | None = None  # what was last asked about
        self.news: asyncio.Future[ClientEvent]  # the next one
        self.is_cut = False
        self.leaving = False
        self.wants_again = False
        self.sure = False  # on a screen, who resigns says so twice
        self.warned: int | None = None  # the dangerous action that has to be entered twice
        self.alive: set[int] = set()  # the seats that took part when that was last told
        self.count = 0  # of moves when anything was last told
        self.followed = 0  # how many moves were told
        self.shown = -1  # how many moves were told, where the game is not installed here

    async def play(self) -> str:
        """Play or watch until one leaves; the name of the next match if there is one."""
        self._greet()
        self.news = asyncio.ensure_future(anext(self.client_events))
        try:
            while True:
                self._tell_news()
                self._leave_if_done()
                if self.leaving or self.room.next:
                    break
                self._ask()
                wanted: set[asyncio.Future[Any]] = {self.news}
                if self._listens():
                    wanted.add(self.lines.line())
                await asyncio.wait(wanted, return_when=asyncio.FIRST_COMPLETED)
                if self.news.done():
                    self._hear_next()
                waiting = self.lines.waiting
                if waiting is not None and waiting.done() and self._takes(waiting.result()):
                    self.lines.taken()
                    await self._answer(waiting.result())
        finally:
            self.news.cancel()
        return "" if self.leaving else self.room.next

    def _listens(self) -> bool:
        """Is a line wanted? On a screen always; in a pipe as an answer, and while one waits for
        others to sit down, for it may be the word that leaves, or the end of the input."""
        waiting = self.lines.waiting
        held = waiting is not None and waiting.done()
        return self.lines.on_screen or bool(self._question()) or (self._waits() and not held)

    def _takes(self, line: str | None) -> bool:
        """Is a line for now? Any other one in a pipe answers the first question."""
        leaves = line is None or line.strip().lower() in LEAVING
        return self.lines.on_screen or bool(self._question()) or (self._waits() and leaves)

    def _waits(self) -> bool:
        """Does one sit here before all the others do?"""
        return bool(self.room.seats) and self.room.status == "open"

    # ---- what is told -------------------------------------------------------------------------

    def _say(self, sentence: Sentence | str, tone: str = "") -> None:
        self.lines.say(str(sentence), tone)

    def _greet(self) -> None:
        if self.room.seats:
            seats = listing([self.room.seat_infos[seat].seat for seat in self.room.seats])
            self._say(Sentence("terminal.online_seated", game=self.terms.title, seat=seats))
        else:
            self._say(Sentence("terminal.online_watching", game=self.terms.title))

    def _hear_next(self) -> None:
        client_event = self.news.result()
        self.news = asyncio.ensure_future(anext(self.client_events))
        self._hear(client_event)

    def _hear(self, client_event: ClientEvent) -> None:
        match client_event:
            case ConnectionLost():
                if not self.is_cut:
                    self._say(describe_loss(client_event))
                self.is_cut = True
            case Reconnected():
                if self.is_cut:
                    self._say(Sentence("hall.line_back"))
                self.is_cut = False
                self.asked_at = None
            case RoomChanged():
                pass
            case ChatMessage():
                name, text = plain(self.room.speaker(client_event)), plain(client_event.text)
                self._say(Sentence("terminal.online_said", name=name, text=text))
            case ErrorMessage():
                self._say(plain(str(client_event.sentence)), "wrong")

    def _tell_news(self) -> None:
        """Say what is new since we last said something."""
        room, before = self.room, self.status
        self.status = room.status
        taken_back, self.count = len(room.moves) < self.count, len(room.moves)
        self._tell_chairs()
        if room.status != "open" and before != room.status and before in ("", "open"):
            names = listing(names_with_mine(room))
            self._say(Sentence("terminal.online_begins", game=self.terms.title, players=names))
            if not before:
                self._tell_who_is_away()
            self._tell_moves(first=True)
        else:
            if taken_back:
                self._say(Sentence("terminal.undone"))
            self._tell_moves()
        self._tell_who_is_out()
        if room.offer != self.offer:
            offered, self.offer = self.offer, room.offer
            self._tell_offer(offered, taken_back)
        if room.outcome is not None and before != "over":
            self._say(room.outcome.sentence, "turn")

    def _tell_chairs(self) -> None:
        room, before = self.room, self.seat_infos
        self.seat_infos = room.seat_infos
        if room.status == "open":
            empty = [chair.seat for chair in room.seat_infos if not chair.name]
            if before != room.seat_infos and empty:
                game, seats = self.terms.title, listing(empty)
                self._say(Sentence("terminal.online_waiting", game=game, seats=seats))
                self._tell_links()
            return
        for seat, (old, new) in enumerate(zip(before, room.seat_infos, strict=False)):
            if old.name and old.online != new.online and seat not in room.seats:
                id = "terminal.online_online" if new.online else "terminal.online_offline"
                self._say(Sentence(id, player=plain(new.name)))

    def _tell_who_is_away(self) -> None:
        """To who comes in: those for whom one may wait long."""
        for seat, chair in enumerate(self.room.seat_infos):
            if chair.name and not chair.online and seat not in self.room.seats:
                self._say(Sentence("terminal.online_offline", player=plain(chair.name)))

    def _tell_links(self) -> None:
        for sentence in invitations(self.client):
            self._say(sentence)

    def _tell_moves(self, first: bool = False) -> None:
        room = self.room
        if room.status == "open" or room.view is None:
            return
        known = self._follow()
        if known is None or self.position is None:
            fresh = len(room.moves) != self.shown
            self.shown = len(room.moves)
            for event in room.moves[-1:] if fresh and not first else ():
                player = plain(room.names[event.seat]) if event.seat >= 0 else ""
                self._say(Sentence("table.acted", player=player, text=plain(event.what)))
            if fresh:
                self._show()
                self._tell_who_is_next()
            return
        names = [plain(name) for name in room.names]
        for move in known if not first else ():
            self._say(self.position.told(move, names))
        if first or known or len(room.moves) < self.followed:
            self._say("")
            self._show()
            self._tell_who_is_next()
        self.followed = len(room.moves)

    def _follow(self) -> list[KnownMove] | None:
        """The new moves by the rules; if these refuse one, only the hall's view is shown."""
        if self.position is None:
            return None
        try:
            return self.position.follow(self.room.moves)
        except ParlourError as error:
            self._say(plain(str(error)), "wrong")
            self.position = None
            return None

    def _tell_who_is_out(self) -> None:
        """Who takes no part any more while the others play on."""
        room, before = self.room, self.alive
        panels = room.view.panels if room.view is not None else ()
        self.alive = {panel.seat for panel in panels if panel.alive}
        for panel in panels:
            if panel.seat in before - self.alive and room.outcome is None:
                self._say(Sentence("terminal.out", player=plain(panel.name)))

    def _tell_who_is_next(self) -> None:
        """Whoever has to act, unless that is oneself, who is asked then."""
        if self.room.status == "running" and not self.room.my_turn and (acting := self._acting()):
            self._say(Sentence("terminal.online_waits", players=listing(acting)))

    def _show(self, hinted: tuple[str, ...] = ()) -> None:
        """The drawn board for people who look at a screen, the text board for programs."""
        room = self.room
        if self.lines.on_screen and room.board is not None and room.view is not None:
            names = [replace(panel, name=plain(panel.name)) for panel in room.view.panels]
            view = replace(room.view, panels=tuple(names))
            self.lines.say(board_in_lines(room.board, view, hinted), "drawn")
        elif self.position is not None:
            self._say(self.position.text(room.seat))
        elif room.board is not None and room.view is not None:
            self._say(textboard.draw(room.board, room.view.pieces))
        self._say("")

    def _tell_offer(self, before: Offered | None, taken_back: bool) -> None:
        """What has become of offers; one that was accepted is told by what it led to."""
        offer = self.offer
        if offer is None:
            accepted = before is not None and before.what == "undo" and taken_back
            if self.room.outcome is None and not accepted:  # declined, withdrawn, or played over
                self._say(Sentence("terminal.online_offer_gone"))
        elif before is None or (before.what, before.seat) != (offer.what, offer.seat):
            self._say(told_of(self.room, offer))

    def _tell_clocks(self) -> None:
        if self.terms.control is None:
            raise BadText("terminal.online_no_clocks")
        self._say(Sentence("terminal.online_clocks", clocks=listing(self._clocks())))

    def _clocks(self) -> list[str]:
        """The time that each player has left, if there are clocks."""
        times = ((plain(name), self.room.clock(seat)) for seat, name in enumerate(self.room.names))
        return [f"{name} {shown_time(left)}" for name, left in times if left is not None]

    # ---- asking -------------------------------------------------------------------------------

    def _question(self) -> str:
        """What is to be answered now, if anything."""
        room = self.room
        if self.is_cut:
            return ""
        if room.status == "over":
            return str(Sentence("terminal.online_again")) if self._may_play_again() else ""
        if room.must_answer_offer and not room.my_turn:
            return str(Sentence("terminal.online_answer"))
        return str(room.view.prompt) if room.my_turn and room.view is not None else ""

    def _may_play_again(self) -> bool:
        return bool(self.room.seats) and not self.wants_again

    def _ask(self) -> None:
        """Put the question, once for every position."""
        question, at = self._question(), (self.room.seq, self.room.status == "over")
        if not question or self.asked_at == at:
            return
        self.asked_at = at
        room = self.room
        if room.my_turn and room.view is not None and room.view.seat is not None:
            name = plain(room.names[room.view.seat])
            self._say(Sentence("terminal.online_your_turn", player=name), "turn")
            if clocks := self._clocks():
                self._say(Sentence("terminal.online_clocks", clocks=listing(clocks)))
        self._say(question)

    async def _answer(self, line: str | None) -> None:
        """Do what was entered."""
        self.asked_at = None
        if line is None:
            self.leaving = True
            return
        try:
            await self._obey(line.strip())
        except ParlourError as error:
            self._say(plain(str(self._refusal(error.sentence))), "wrong")

    def _refusal(self, sentence: Sentence) -> Sentence:
        """A refusal as it is said to the player whom it is about."""
        others = not self.room.my_turn and self.room.status == "running"
        if sentence.id != "table.not_your_turn" or not others:
            return sentence
        return Sentence("terminal.online_not_your_turn", players=listing(self._acting()))

    def _acting(self) -> list[str]:
        panels = self.room.view.panels if self.room.view is not None else ()
        return [plain(panel.name) for panel in panels if panel.acting]

    async def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        self.sure = self.sure and word == "resign"
        if self.room.status == "over" and self._may_play_again() and word in ("yes", "y"):
            await self._play_again()
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
                seated = "terminal.online_help"
                self._say(Sentence(seated if self.room.seats else "terminal.online_watch_help"))
            case "moves", "" if self.room.seats:
                self._list_moves()
            case "board", "":
                self._show()
            case "rules", "" if self.position is not None:
                self.lines.page(rulebook(self.position.game))
            case "link" | "links", "":
                self._tell_links()
            case "clocks", "":
                self._tell_clocks()
            case "hint", "" if self.room.my_turn:
                await self._hint()
            case "save", _:
                self._save(rest)
            case "rematch", "":
                await self._play_again()
            case "say", _:
                await self._talk_to_all(rest)
            case "resign", "" if self.lines.on_screen and not self.sure:
                self.sure = True
                self._say(Sentence("terminal.resign_again"))
            case operation, "" if operation in DEEDS:
                await self._do(DEEDS[operation]())
            case _:
                await self._act(tidy(text))

    async def _act(self, text: str) -> None:
        """Ask the hall for an action; on a screen, what loses at once is entered twice."""
        action = self._meant(text) if self.lines.on_screen and self.room.dangers else None
        danger = None if action is None else self.room.dangers.get(action)
        if danger is not None and action != self.warned:
            self.warned = action
            said = Sentence("terminal.danger_again", danger=plain(str(danger)))
            self._say(said, "wrong")
            return
        self.warned = None
        await self._do(Act(text))

    def _meant(self, text: str) -> int | None:
        """The action that a text means, as far as that is known here."""
        room, position = self.room, self.position
        if position is None:
            ways = {fold(" ".join(path)): action for path, action in room.paths}
            return ways.get(fold(text))
        with suppress(ParlourError):
            return position.game.read(position.state, text, room.seat)
        return None

    async def _do(self, operation: Operation) -> None:
        if not self.room.seats:
            raise IllegalAction("terminal.online_not_now")
        if not self.client.connected:
            raise HallUnreachable("hall.not_connected")
        seat = self.room.seat if self.room.seat is not None else self.room.seats[0]
        doing = asyncio.ensure_future(self.client.do(operation, seat))
        try:
            while not doing.done():  # if the line is cut meanwhile, that is told
                await asyncio.wait({doing, self.news}, return_when=asyncio.FIRST_COMPLETED)
                if self.news.done() and not doing.done():
                    self._hear_next()
            await doing
        finally:
            doing.cancel()

    async def _play_again(self) -> None:
        await self._do(Rematch())
        self.wants_again = True
        if not self.room.next:
            self._say(Sentence("terminal.online_waiting_again"))

    async def _talk_to_all(self, text: str) -> None:
        said = plain(text)[:300]
        if not said:
            raise BadText("terminal.online_say_what")
        await self.client.say(said)

    async def _hint(self) -> None:
        """What the computer would do; against people it has no say."""
        room, position = self.room, self.position
        others = (chair for seat, chair in enumerate(room.seat_infos) if seat not in room.seats)
        if position is None or room.seat is None or any(c.kind != "computer" for c in others):
            raise BadText("terminal.online_no_hint")
        found = await asyncio.to_thread(hint, position.state, room.seat)
        if self.lines.on_screen:
            self._show(found.path)
        self._say(found.sentence)

    def _save(self, file: str) -> None:
        """Keep the match as far as one may know it, in a new file."""
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
        room = self.room
        texts: list[str] = []
        for path, action in room.paths:
            if self.position is not None:
                texts.append(self.position.game.write(self.position.state, action))
            else:
                texts.append(" ".join(path))
        texts = list(dict.fromkeys(texts))
        self._say(Sentence("terminal.moves", count=len(texts)))
        more = ["..."] if len(texts) > MOST_SHOWN else []
        for line in in_lines(texts[:MOST_SHOWN] + more):
            self._say(line)

    def _leave_if_done(self) -> None:
        """A match that is over holds nobody who has nothing to wait for."""
        room = self.room
        if room.status != "over" or room.next or self.leaving:
            return
        others = [
            chair
            for seat, chair in enumerate(room.seat_infos)
            if seat not in room.seats and chair.kind != "computer"
        ]
        if not room.seats:
            self.leaving = True
        elif self.wants_again and not any(chair.online for chair in others) and others:
            self._say(Sentence("terminal.online_alone"))
            self.leaving = True


def told_of(room: Mirror, offer: Offered) -> Sentence:
    """An offer, as it is told to whoever made it, may answer it or only watches."""
    if offer.seat in room.seats:
        return Sentence("terminal.online_offered")
    asked = any(seat not in offer.agreed for seat in room.seats)
    id = f"terminal.online_{offer.what}{'' if asked else '_watched'}"
    return Sentence(id, player=plain(room.names[offer.seat]))


def names_with_mine(room: Mirror) -> list[str]:
    """The names of who plays, one's own marked."""
    return [
        str(Sentence("terminal.online_you", player=plain(name)))
        if seat in room.seats
        else plain(name)
        for seat, name in enumerate(room.names)
    ]


def shown_time(seconds: float) -> str:
    """`4:35`, `1:02:03`, or `2d 03:00` for correspondence."""
    whole = int(seconds)
    days, hours = divmod(whole // 3600, 24)
    minutes, rest = whole // 60 % 60, whole % 60
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
