"""A board on the whole screen, drawn from a view and paths. Who plays on it, and what becomes of an
action, is left to those who build on this."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Markdown, Static

from parlour.table.paths import Paths
from parlour.table.sentences import Sentence
from parlour.table.view import Board, Panel, View
from parlour.terminal.board.action_log import ActionLog
from parlour.terminal.board.grid import Grid
from parlour.terminal.board.seat_panels import SeatPanel, panel_lines
from parlour.terminal.board.signs import NARROW, owner
from parlour.terminal.board.widget import BELOW, BoardWidget
from parlour.terminal.seats import mentions_colour

SIDE, NARROW_SIDE = 28, 18  # columns of the panels and the list of actions
WIDE, HIGH = 80, 24  # columns and lines of a screen that has room for everything
NEWS = 2  # lines for what has happened


class Page(ModalScreen[None]):
    """A text to read, such as the rulebook; any of these keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "dismiss", "Close")
    ]
    DEFAULT_CSS = """
    Page { align: center middle; }
    Page VerticalScroll { width: 90%; height: 90%; border: round $primary; background: $surface; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Markdown(self.text)
        yield Footer()


class FullScreen(App[None]):
    """The board, the panels beside it, the list of actions, and what is asked."""

    CSS = """
    #side { padding: 0 1; }
    #panels { height: auto; }
    #log { height: 1fr; border-top: solid $primary; overflow-x: hidden; overflow-y: auto; }
    #log { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    #letter { width: 1fr; height: 1fr; padding: 1 0; }
    #below { height: auto; }
    #asked { height: auto; max-height: 4; padding: 0 1; }
    #status { width: auto; max-width: 100%; height: auto; text-style: bold; margin-right: 2; }
    #prompt { width: 1fr; height: auto; }
    #note { height: auto; max-height: 4; padding: 0 1; color: $warning; }
    #buttons { height: auto; }
    #buttons Horizontal { height: 1; }
    #buttons Button { min-width: 6; height: 1; border: none; margin: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("escape", "clear", "Clear"),
        Binding("question_mark", "rules", "Rules"),
        Binding("r", "resign", "Resign"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.columns, self.rows = self.size
        self.is_shown = False  # has the screen been laid out, and the first view been shown?
        self.touched: tuple[str, ...] = ()
        self.hinted: tuple[str, ...] = ()  # the sites of the move that a hint named
        self.sure = False  # resign must be pressed twice
        self.news: list[str] = []  # what has happened, until it is told
        self._buttons_lock = asyncio.Lock()
        self.warned: int | None = None  # the dangerous action that has to be chosen twice

    # ---- what those who build on this say -----------------------------------------------------

    def board(self) -> Board:
        raise NotImplementedError

    def seen(self) -> View:
        """What is to be seen now."""
        raise NotImplementedError

    def paths(self) -> Paths:
        """What can be done here now."""
        raise NotImplementedError

    def danger(self, action: int) -> Sentence | None:
        """Why one should think twice about an action."""
        raise NotImplementedError

    def over(self) -> bool:
        """Has the match ended, perhaps otherwise than on the board?"""
        raise NotImplementedError

    def letter(self) -> str:
        """What is more important than the board now."""
        return ""

    def site_label(self, site: str) -> str:
        """A site as people write it."""
        return site

    def player_name(self, panel: Panel) -> str:
        """The name of who sits in a seat."""
        return panel.name

    def beside(self, panel: Panel) -> str:
        """What else there is to say about who sits in a seat, such as the time left."""
        return ""

    async def act(self, action: int) -> None:
        """The path is complete: carry its action out, and show what becomes of it."""
        raise NotImplementedError

    # ---- showing ------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(id="letter", markup=False)
            yield BoardWidget(self.board())
            with Vertical(id="side"):
                yield Static(id="panels", markup=False)
                yield ActionLog(id="log")
        with Vertical(id="below"):
            yield Vertical(id="buttons")
            with Horizontal(id="asked"):
                yield Static(id="status", markup=False)
                yield Static(id="prompt", markup=False)
            yield Static(id="note", markup=False)
        yield Footer()

    @property
    def side(self) -> int:
        """Columns beside the board."""
        return SIDE if self.columns >= WIDE else NARROW_SIDE

    @property
    def is_narrow(self) -> bool:
        """Have the cells of the board no room for brackets?"""
        grid = Grid(self.board(), self.columns - self.side, self.rows - BELOW)
        return grid.cell_width < NARROW

    @property
    def news_lines(self) -> int:
        """Lines for what has happened."""
        return NEWS if self.rows >= HIGH else 1

    async def on_resize(self, event: Resize) -> None:
        self.columns, self.rows = event.size  # the app's own size becomes this one afterwards
        if self.is_shown:  # earlier, what is shown would have no colours yet
            await self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys that do something now: all of them would be too many for a narrow screen."""
        if action in ("clear", "resign"):
            return bool(self.touched) == (action == "clear")
        return super().check_action(action, parameters)

    async def show(self) -> None:
        self.is_shown = True
        view = self.seen()
        self.refresh_bindings()
        self.query_one(Footer).compact = self.columns < WIDE
        self.query_one("#side").styles.width = self.side
        self.query_one("#note").styles.min_height = self.news_lines
        self.show_letter(self.letter())
        selectable = frozenset(self.paths().next(self.touched))
        self.query_one(BoardWidget).show(view, selectable, self.touched, self.hinted)
        self.query_one("#status", Static).update(str(view.status))
        prompt = str(view.prompt.for_touch()) if view.prompt else self.elimination_text(view)
        touched = "  ".join(map(self._named, self.touched))
        self.query_one("#prompt", Static).update(f"{prompt} {touched}".strip())
        self.show_panels(view)
        await self._show_buttons()

    def _named(self, site: str) -> str:
        """A site where a sentence begins: words have a capital letter, coordinates stay."""
        site_label = self.site_label(site)
        return site_label[:1].upper() + site_label[1:] if " " in site_label else site_label

    def elimination_text(self, view: View) -> str:
        """What is said to one who takes no part any more while the others play on."""
        mine = [panel for panel in view.panels if panel.seat == view.seat]
        if self.over() or not mine or mine[0].alive:
            return ""
        return str(Sentence("terminal.you_are_out"))

    def show_panels(self, view: View) -> None:
        panels = panel_lines(
            [self._panel(panel) for panel in view.panels], self.side - 2, self.rows - BELOW
        )
        self.query_one("#panels", Static).update("\n".join(panels))

    def _panel(self, panel: Panel) -> SeatPanel:
        name = self.player_name(panel)
        if not panel.alive:
            name = str(Sentence("terminal.out_name", player=name))
        return SeatPanel(
            "▶" if panel.acting and not self.over() else " ",
            owner(panel.seat, self.is_narrow),
            name,
            "" if mentions_colour(name, panel.colour) else panel.colour,
            self.beside(panel),
            [f"{name}\u00a0{value}" for name, value in panel.counters.items()],
        )

    async def _show_buttons(self) -> None:
        """One call at a time, and by what is so then: news may come in while a call waits."""
        async with self._buttons_lock:
            place = self.query_one("#buttons", Vertical)
            await place.remove_children()
            await self._mount_buttons(place)

    async def _mount_buttons(self, place: Vertical) -> None:
        labels = {button.site: button.label for button in self.seen().buttons}
        selectable = frozenset(self.paths().next(self.touched))
        shown = [site for site in labels if site in selectable or site in self.touched]
        widths = [max(6, len(labels[site]) + 2) + 2 for site in shown]  # with what is around
        for row in in_rows(shown, widths, self.columns):
            await place.mount(Horizontal(*(self._button(site, labels, selectable) for site in row)))

    def _button(self, site: str, labels: dict[str, str], selectable: frozenset[str]) -> Button:
        variant = "primary" if site in self.hinted else "default"
        return Button(labels[site], variant, name=site, disabled=site not in selectable)

    def show_letter(self, text: str) -> None:
        """A text in the place of the board and of what is beside it, if there is one."""
        letter = self.query_one("#letter", Static)
        letter.update(text)
        letter.display = bool(text)
        self.query_one(BoardWidget).display = self.query_one("#side").display = not text

    def say(self, text: str) -> None:
        """An answer; after it, nothing means what has happened. It takes the place of a warning and
        of the question whether somebody wants to resign."""
        self.sure, self.warned = False, None
        if text:
            self.query_one("#note", Static).update(text)
        else:
            self.show_news()

    def show_news(self) -> None:
        """What has happened, in the place of an answer that is no longer so."""
        self.query_one("#note", Static).update("\n".join(self.news))

    def tell(self, news: Iterable[str]) -> None:
        """Say what has happened: the latest, and what came before it where there is room. At the
        end nothing else is asked, so there is more."""
        lines = self.news_lines + self.over()
        self.news = latest([*self.news, *news], self.columns - 2, lines)
        self.say("")

    def forget_news(self) -> None:
        """What has happened was taken back."""
        self.news = []

    @property
    def log_of_actions(self) -> ActionLog:
        return self.query_one(ActionLog)

    # ---- touching -----------------------------------------------------------------------------

    async def touch(self, site: str) -> None:
        """Add a site to the path; act when it is complete."""
        self.sure = False
        self.show_news()
        paths = self.paths()
        touched = paths.touch(self.touched, site)
        self.hinted = ()
        if touched is not None:
            self.touched = touched
        elif paths:
            self.say(str(Sentence("terminal.not_now", site=self._named(site))))
        action = paths.action(self.touched)
        if action is None:
            await self.show()
        elif action != self.warned and (danger := self.danger(action)) is not None:
            self.touched = ()
            again = Sentence("terminal.danger_again", danger=str(danger))
            await self.show()
            self.say(str(again.for_touch()))
            self.warned = action
        else:
            self.warned = None
            await self.act(action)

    async def on_board_widget_touched(self, message: BoardWidget.Touched) -> None:
        await self.touch(message.site)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.name:
            await self.touch(event.button.name)
            self.query_one(BoardWidget).focus()

    async def action_clear(self) -> None:
        self.touched, self.hinted = (), ()
        self.say("")
        await self.show()

    async def untouch(self) -> bool:
        """Forget the last site of the path; False if there is none."""
        self.sure, self.warned = False, None
        if not self.touched:
            return False
        self.touched = self.touched[:-1]
        self.show_news()
        await self.show()
        return True

    def is_sure(self) -> bool:
        """Has one who wants to resign said so twice?"""
        if self.sure:
            return True
        self.say(str(Sentence("terminal.resign_twice")))
        self.sure = True
        return False


def in_rows(sites: Sequence[str], widths: Sequence[int], room: int) -> Iterator[list[str]]:
    """Buttons in rows, none of which is wider than there is room, if it has more than one."""
    row: list[str] = []
    left = room
    for site, width in zip(sites, widths, strict=True):
        if row and width > left:
            yield row
            row, left = [], room
        row.append(site)
        left -= width
    if row:
        yield row


def latest(news: Sequence[str], width: int, lines: int) -> list[str]:
    """The last of the news that can be told in so many lines; the very last one in any case."""
    told: list[str] = []
    for text in reversed(news):
        lines -= len(wrap(text, width)) or 1
        if told and lines < 0:
            break
        told.insert(0, text)
    return told
