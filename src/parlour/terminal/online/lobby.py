"""The lobby of a hall: go on, sit down, offer a match, be paired, or watch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from parlour.client.http_client import HttpClient, RequestRefused
from parlour.client.link import MatchRef, read_link
from parlour.players.player import is_foreign, read_player
from parlour.table import registry
from parlour.table.clock import TimeControl
from parlour.table.errors import BadText, ParlourError
from parlour.table.sentences import Sentence, listing, shorten
from parlour.terminal.lines.console import StandardConsole
from parlour.terminal.lines.questions import GoBack, LeaveMenu, MenuEntry, answer, choose
from parlour.terminal.match_setup import ask_settings
from parlour.terminal.online import credentials
from parlour.terminal.online.credentials import SavedSeat
from parlour.terminal.online.invitations import save_invitation_codes
from parlour.terminal.online.session import HallUser, go
from parlour.wire.http_types import (
    ANYONE,
    BOT,
    COMPUTER,
    LINK,
    ME,
    Created,
    GameInfo,
    NewMatch,
    Offered,
    Running,
)
from parlour.wire.operations import LONGEST_NAME
from parlour.wire.plain_text import plain

Operation = Callable[[], None]

MOST_OFFERS = 200
"""Seats of others that are listed; a hall tells of a hundred matches at a time."""
MOST_SEATS = 12
"""How many of one's seats are offered to go on with, the latest first."""


class Lobby:
    """What one can do in a hall before one sits."""

    def __init__(self, guest: HallUser, console: StandardConsole) -> None:
        self.guest, self.console = guest, console
        self.http_client: HttpClient = guest.http_client()

    def open(self) -> None:
        """Ask what to do until somebody leaves."""
        with suppress(LeaveMenu):
            while True:
                with suppress(GoBack):
                    self.ask(self.look())

    def look(self) -> list[MenuEntry[Operation]]:
        """What there is; who cannot see it, for the hall is away, is asked whether to go on."""
        while True:
            try:
                return self.entries()
            except ParlourError as error:
                self.console.say(str(error), "wrong")
                answer(self.console, Sentence("terminal.online_look_again"))

    def ask(self, entries: list[MenuEntry[Operation]]) -> None:
        question = Sentence("terminal.online_lobby", address=self.guest.address)
        try:
            choose(self.console, question, entries, prompt="terminal.choose")()
        except ParlourError as error:
            self.console.say(str(error), "wrong")

    def entries(self) -> list[MenuEntry[Operation]]:
        kept = self._seats_to_go_on_with()
        running = {match.match: match for match in self.http_client.running()} if kept else {}
        infos = {info.slug: info for info in self.http_client.games()}
        offers = self.http_client.lobby()
        free = [(offer, seat) for offer in offers for seat in offer.free if offer.game in infos]
        free = free[:MOST_OFFERS]
        return [
            *(
                self._going_on(number, seat, running.get(seat.match))
                for number, seat in enumerate(kept, start=1)
            ),
            *(
                self._sitting(number, offer, seat, infos[offer.game])
                for number, (offer, seat) in enumerate(free, start=1)
            ),
            self._entry("new", partial(self._offer, list(infos.values()))),
            self._entry("pair", partial(self._pair, list(infos.values()))),
            self._entry("watch", self._watch),
            self._entry("quit", self._quit),
        ]

    def _seats_to_go_on_with(self) -> list[SavedSeat]:
        """One's seats in matches that go on; those of matches that have ended are forgotten."""
        found: list[SavedSeat] = []
        for kept in credentials.saved_seats(self.guest.address)[:MOST_SEATS]:
            with suppress(RequestRefused):  # the hall knows no such match
                news = self.http_client.match(kept.match).news
                if news.status != "over" or news.next:
                    found.append(kept)
                else:
                    credentials.forget(kept.match)
        return found

    def _entry(self, word: str, operation: Operation) -> MenuEntry[Operation]:
        return MenuEntry(word, str(Sentence(f"terminal.online_{word}")), operation)

    def _going_on(
        self, number: int, kept: SavedSeat, running: Running | None
    ) -> MenuEntry[Operation]:
        about = Sentence("terminal.online_go_on", game=kept.game, seat=kept.name)
        players = enumerate(running.players if running else ())
        if others := [plain(name) or "..." for seat, name in players if seat != kept.seat]:
            about = Sentence(
                "terminal.online_go_on_with",
                game=kept.game,
                seat=kept.name,
                others=listing(others),
            )
        return MenuEntry(
            f"on{number}", str(about), partial(self._go, MatchRef(kept.match, kept.code))
        )

    def _sitting(
        self, number: int, offer: Offered, seat: int, info: GameInfo
    ) -> MenuEntry[Operation]:
        terms = "".join(f" {name}={value}" for name, value in sorted(offer.settings.items()))
        clock = f" {shown_clock(offer.control)}" if offer.control else ""
        about = Sentence(
            "terminal.online_sit",
            game=plain(info.title),
            terms=plain(f"x{terms}{clock}")[1:],
            owner=plain(offer.owner) or "somebody",
            seat=plain(info.seats[seat]) if seat < len(info.seats) else str(seat + 1),
        )
        return MenuEntry(f"sit{number}", str(about), partial(self._sit, offer.match, seat))

    # ---- what can be done ---------------------------------------------------------------------

    def _go(self, match_ref: MatchRef) -> None:
        go(self.guest, match_ref, self.console)

    def _sit(self, match: str, seat: int) -> None:
        self._go(MatchRef(match, self.http_client.sit(match, seat, name=self.guest.name).code))

    def _offer(self, infos: list[GameInfo]) -> None:
        wish, info = self._ask_terms(infos)
        while True:
            try:
                created = self.http_client.create(replace(wish, seats=self._ask_seats(info)))
                break
            except RequestRefused as error:
                self.console.say(str(error), "wrong")
        for sentence in save_invitation_codes(self.guest.address, created):
            self.console.say(str(sentence))
        self._go(own_ticket(created))

    def _ask_seats(self, info: GameInfo) -> tuple[str, ...]:
        """Who is to sit where, each asked until it can be."""
        self.console.say(str(Sentence("terminal.online_seats")))
        seats: list[str] = []
        for seat, name in enumerate(info.seats):
            usual = LINK if seat else ME
            asked = Sentence("terminal.online_seat", seat=plain(name), usual=usual)
            while len(seats) == seat:
                try:
                    seats.append(read_wanted(answer(self.console, asked) or usual))
                except ParlourError as error:
                    self.console.say(str(error), "wrong")
        return tuple(seats)

    def _pair(self, infos: list[GameInfo]) -> None:
        self._go(own_ticket(self.http_client.pair(self._ask_terms(infos)[0])))

    def _watch(self) -> None:
        """One of the matches that go on, or any whose name one knows."""
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
        link = read_link(text) if "#" in text else read_link(self.guest.address, text)
        if link.match_ref is None:
            raise BadText("hall.bad_ticket", given=text[:40])
        self._go(link.match_ref)

    def _described(self, match: Running) -> str:
        players = listing([plain(name) or "..." for name in match.players])
        title = registry.find(match.game).title if match.game in registry.games() else match.game
        return str(Sentence("terminal.online_running", game=plain(title), players=players))

    def _quit(self) -> None:
        raise LeaveMenu

    def _ask_terms(self, infos: list[GameInfo]) -> tuple[NewMatch, GameInfo]:
        """Which game, with which settings and clock; `back` goes to the question before."""
        entries = [MenuEntry(plain(info.slug), plain(info.title), info) for info in infos]
        while True:
            info = choose(self.console, Sentence("terminal.online_which_game"), entries)
            with suppress(GoBack):
                return self._ask_settings(info)

    def _ask_settings(self, info: GameInfo) -> tuple[NewMatch, GameInfo]:
        name = self.guest.name[:LONGEST_NAME]
        if info.slug not in registry.games():
            return NewMatch(info.slug, clock=self._ask_clock(), name=name), info
        table = registry.game(info.slug)
        while True:
            table = ask_settings(table, self.console)
            with suppress(GoBack):
                wish = NewMatch(
                    info.slug, table.changed_settings(), clock=self._ask_clock(), name=name
                )
                return wish, replace(info, seats=table.seats)

    def _ask_clock(self) -> str:
        """A clock as it is written, or none; asked until it is one."""
        while clock := answer(self.console, Sentence("terminal.online_clock")):
            try:
                TimeControl.read(clock)
                break
            except ParlourError as error:
                self.console.say(str(error), "wrong")
        return clock


def read_wanted(text: str) -> str:
    """Who is to sit on a seat, as the hall reads it; a computer may be written without a word
    before it, as it is for `parlour play --seat`."""
    word = text.strip()
    if word.lower() in (ME, LINK, ANYONE):
        return word.lower()
    if word.lower().startswith(BOT):
        return word
    player = word[len(COMPUTER) :] if word.lower().startswith(COMPUTER) else word
    try:
        if is_foreign(player):  # the hall starts no programs
            raise BadText("player.unknown", given=shorten(player))
        read_player(player)
    except ParlourError as error:
        raise BadText("terminal.online_wanted", given=shorten(text), reason=str(error)) from None
    return f"{COMPUTER}{player}"


def own_ticket(created: Created) -> MatchRef:
    """The ticket to one's own seat of a new match; to watch it, if one has none."""
    mine = (place.code for place in created.seats if place.wanted in (ME, ANYONE) and place.code)
    return MatchRef(created.match, next(mine, ""))


def shown_clock(control: TimeControl) -> str:
    """`300s+3s`"""
    more = f"+{control.increment:g}s" if control.increment else ""
    cap = f"<{control.cap:g}s" if control.cap else ""
    return f"{control.start:g}s{more}{cap}"
