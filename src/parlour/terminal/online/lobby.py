"""The lobby of a hall: continue a match, take a seat, create a match, be paired, or watch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from parlour.client.http_client import RequestRefused
from parlour.client.link import MatchRef, read_link
from parlour.table import registry
from parlour.table.clock import TimeControl
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, listing
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.lines.questions import GoBack, LeaveMenu, MenuEntry, answer, choose
from parlour.terminal.online import credentials
from parlour.terminal.online.credentials import SavedSeat
from parlour.terminal.online.invitations import save_invitation_codes
from parlour.terminal.online.new_match import ask_new_match, ask_seats
from parlour.terminal.online.session import HallUser, go
from parlour.wire.http_types import ANYONE, ME, Created, GameInfo, Offered, Running
from parlour.wire.plain_text import plain

Handler = Callable[[], None]

MOST_OFFERS = 200
"""Free seats that are listed; a hall returns at most a hundred matches at a time."""
MOST_SEATS = 12
"""Matches that one can continue; the latest are listed."""


class Lobby:
    """The menu of a hall."""

    def __init__(self, user: HallUser, console: StandardConsole) -> None:
        self.user, self.console = user, console
        self.http_client = user.sign_in()

    def open(self) -> None:
        """Ask what to do until somebody leaves."""
        with suppress(LeaveMenu):
            while True:
                with suppress(GoBack):
                    self._ask(self._reachable_entries())

    def _reachable_entries(self) -> list[MenuEntry[Handler]]:
        """What can be done; while the hall cannot be reached, ask whether to try again."""
        while True:
            try:
                return self.entries()
            except ParlourError as error:
                self.console.say(str(error), "wrong")
                answer(self.console, Sentence("terminal.online_look_again"))

    def _ask(self, entries: list[MenuEntry[Handler]]) -> None:
        question = Sentence("terminal.online_lobby", address=self.user.address)
        try:
            choose(self.console, question, entries, prompt="terminal.choose")()
        except ParlourError as error:
            self.console.say(str(error), "wrong")

    # ---- the entries --------------------------------------------------------------------------

    def entries(self) -> list[MenuEntry[Handler]]:
        saved = self._open_seats()
        running = {match.match: match for match in self.http_client.running()} if saved else {}
        infos = {info.slug: info for info in self.http_client.games()}
        offers = self.http_client.lobby()
        free = [(offer, seat) for offer in offers for seat in offer.free if offer.game in infos]
        free = free[:MOST_OFFERS]
        return [
            *(
                self._continue_entry(number, seat, running.get(seat.match))
                for number, seat in enumerate(saved, start=1)
            ),
            *(
                self._seat_entry(number, offer, seat, infos[offer.game])
                for number, (offer, seat) in enumerate(free, start=1)
            ),
            self._entry("new", partial(self._create, list(infos.values()))),
            self._entry("pair", partial(self._pair, list(infos.values()))),
            self._entry("watch", self._watch),
            self._entry("quit", self._quit),
        ]

    def _open_seats(self) -> list[SavedSeat]:
        """One's seats in matches that are not over; the others are forgotten."""
        found: list[SavedSeat] = []
        for saved in credentials.saved_seats(self.user.address)[:MOST_SEATS]:
            with suppress(RequestRefused):  # the hall has no such match
                news = self.http_client.match(saved.match).news
                if news.status != "over" or news.next:
                    found.append(saved)
                else:
                    credentials.forget_match(saved.match)
        return found

    def _entry(self, word: str, handler: Handler) -> MenuEntry[Handler]:
        return MenuEntry(word, str(Sentence(f"terminal.online_{word}")), handler)

    def _continue_entry(
        self, number: int, saved: SavedSeat, running: Running | None
    ) -> MenuEntry[Handler]:
        about = Sentence("terminal.online_go_on", game=saved.game, seat=saved.name)
        players = enumerate(running.players if running else ())
        if others := [plain(name) or "..." for seat, name in players if seat != saved.seat]:
            about = Sentence(
                "terminal.online_go_on_with",
                game=saved.game,
                seat=saved.name,
                others=listing(others),
            )
        handler = partial(self._go, MatchRef(saved.match, saved.code))
        return MenuEntry(f"on{number}", str(about), handler)

    def _seat_entry(
        self, number: int, offer: Offered, seat: int, info: GameInfo
    ) -> MenuEntry[Handler]:
        terms = "".join(f" {name}={value}" for name, value in sorted(offer.settings.items()))
        clock = f" {clock_text(offer.control)}" if offer.control else ""
        about = Sentence(
            "terminal.online_sit",
            game=plain(info.title),
            terms=plain(f"x{terms}{clock}")[1:],
            owner=plain(offer.owner) or "somebody",
            seat=plain(info.seats[seat]) if seat < len(info.seats) else str(seat + 1),
        )
        handler = partial(self._take_seat, offer.match, seat)
        return MenuEntry(f"sit{number}", str(about), handler)

    # ---- what they do -------------------------------------------------------------------------

    def _go(self, match_ref: MatchRef) -> None:
        go(self.user, match_ref, self.console)

    def _take_seat(self, match: str, seat: int) -> None:
        self._go(MatchRef(match, self.http_client.sit(match, seat, name=self.user.name).code))

    def _create(self, infos: list[GameInfo]) -> None:
        new, info = ask_new_match(infos, self.user.name, self.console)
        while True:
            try:
                seats = ask_seats(info, self.console)
                created = self.http_client.create(replace(new, seats=seats))
                break
            except RequestRefused as error:
                self.console.say(str(error), "wrong")
        for sentence in save_invitation_codes(self.user.address, created):
            self.console.say(str(sentence))
        self._go(own_match_ref(created))

    def _pair(self, infos: list[GameInfo]) -> None:
        new, _ = ask_new_match(infos, self.user.name, self.console)
        self._go(own_match_ref(self.http_client.pair(new)))

    def _watch(self) -> None:
        """Watch a running match, or enter the link or name of any match."""
        entries = [
            MenuEntry(f"m{number}", self._described(match), match.match)
            for number, match in enumerate(self.http_client.running(), start=1)
        ]
        if entries:
            other = MenuEntry("other", str(Sentence("terminal.online_another")), "")
            question = Sentence("terminal.online_watch_which")
            if chosen := choose(self.console, question, [*entries, other]):
                self._go(MatchRef(chosen))
                return
        text = answer(self.console, Sentence("terminal.online_which_match"))
        link = read_link(text) if "#" in text else read_link(self.user.address, text)
        if link.match_ref is None:
            raise BadText("hall.bad_ticket", given=text[:40])
        self._go(link.match_ref)

    def _described(self, match: Running) -> str:
        players = listing([plain(name) or "..." for name in match.players])
        title = registry.find(match.game).title if match.game in registry.games() else match.game
        return str(Sentence("terminal.online_running", game=plain(title), players=players))

    def _quit(self) -> None:
        raise LeaveMenu


def own_match_ref(created: Created) -> MatchRef:
    """The ticket to one's own seat of a new match; without a seat, a ticket to watch."""
    codes = (seat.code for seat in created.seats if seat.wanted in (ME, ANYONE) and seat.code)
    return MatchRef(created.match, next(codes, ""))


def clock_text(control: TimeControl) -> str:
    """`300s+3s`"""
    increment = f"+{control.increment:g}s" if control.increment else ""
    cap = f"<{control.cap:g}s" if control.cap else ""
    return f"{control.start:g}s{increment}{cap}"
