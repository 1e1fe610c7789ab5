"""A board on the whole screen, drawn from a view and paths. Subclasses say who plays on it, and
carry out the actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.widgets import Button, Footer, Static

from parlour.table.looks.look import Looks
from parlour.table.paths import Paths
from parlour.table.sentences import Sentence
from parlour.table.view import Board, Panel, View
from parlour.terminal.board.action_log import ActionLog
from parlour.terminal.board.button_rows import ButtonRows, ButtonState
from parlour.terminal.board.hangup import INTERVAL, is_hung_up
from parlour.terminal.board.rendering.grid import BoardGrid
from parlour.terminal.board.rendering.signs import NARROW
from parlour.terminal.board.seat_panels import SeatPanel, panel_lines
from parlour.terminal.board.widget import BELOW, BoardWidget
from parlour.terminal.confirmation import Confirmation

SIDE, NARROW_SIDE = 28, 18  # columns of the panels and the list of actions
WIDE, HIGH = 80, 24  # columns and lines of a screen with enough space for everything
NEWS = 2  # lines


class FullScreen(App[None]):
    """The board, the panels beside it, the list of actions, and the prompt."""

    CSS = """
    #side { padding: 0 1; }
    #panels { height: auto; }
    #log { height: 1fr; border-top: solid $primary; overflow-x: hidden; overflow-y: auto; }
    #log { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    #notice { width: 1fr; height: 1fr; padding: 1 0; }
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
        self.is_shown = False  # has the first view been shown?
        self.touched: tuple[str, ...] = ()
        self.hinted: tuple[str, ...] = ()  # the path of a hint
        self.resignation = Confirmation()
        self.danger_confirmation = Confirmation()
        self.news: list[str] = []  # what has happened, as far as there are lines for it

    # ---- what subclasses provide --------------------------------------------------------------

    def board(self) -> Board:
        raise NotImplementedError

    def looks(self) -> Looks:
        """How the game names and colours what it shows, as far as that is known here."""
        raise NotImplementedError

    def current_view(self) -> View:
        raise NotImplementedError

    def paths(self) -> Paths:
        """The actions that the person here can choose now."""
        raise NotImplementedError

    def danger(self, action: int) -> Sentence | None:
        """Why an action needs a confirmation, if it does."""
        raise NotImplementedError

    def over(self) -> bool:
        """Has the match ended, on the board or otherwise?"""
        raise NotImplementedError

    def notice(self) -> str:
        """A text to show instead of the board."""
        return ""

    def site_label(self, site: str) -> str:
        """A site as people write it."""
        return site

    def player_name(self, panel: Panel) -> str:
        return panel.name

    def seat_note(self, panel: Panel) -> str:
        """More about a seat, such as the time left."""
        return ""

    async def act(self, action: int) -> None:
        """The path is complete: carry out its action, and show the result."""
        raise NotImplementedError

    # ---- the terminal -------------------------------------------------------------------------

    async def on_mount(self) -> None:
        if not self.is_headless:
            self.set_interval(INTERVAL, self._leave_if_hung_up)

    def _leave_if_hung_up(self) -> None:
        if is_hung_up():
            self.action_leave()

    def action_leave(self) -> None:
        self.exit()

    # ---- showing ------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(id="notice", markup=False)
            yield BoardWidget(self.board(), self.looks())
            with Vertical(id="side"):
                yield Static(id="panels", markup=False)
                yield ActionLog(id="log")
        with Vertical(id="below"):
            yield ButtonRows(id="buttons")
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
        """Are the cells of the board too narrow for brackets?"""
        grid = BoardGrid(self.board(), self.columns - self.side, self.rows - BELOW)
        return grid.cell_width < NARROW

    @property
    def news_lines(self) -> int:
        return NEWS if self.rows >= HIGH else 1

    async def on_resize(self, event: Resize) -> None:
        self.columns, self.rows = event.size  # the app's own size becomes this one afterwards
        if self.is_shown:  # before that, there are no colours yet
            await self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys that do something now: all of them would be too many for a narrow screen."""
        if action in ("clear", "resign"):
            return bool(self.touched) == (action == "clear")
        return super().check_action(action, parameters)

    async def show(self) -> None:
        """Show the current view and paths."""
        self.is_shown = True
        view = self.current_view()
        self.refresh_bindings()
        self.query_one(Footer).compact = self.columns < WIDE
        self.query_one("#side").styles.width = self.side
        self.query_one("#note").styles.min_height = self.news_lines
        self._show_notice(self.notice())
        selectable = frozenset(self.paths().next(self.touched))
        self.query_one(BoardWidget).show(view, selectable, self.touched, self.hinted)
        self.query_one("#status", Static).update(str(view.status))
        prompt = str(view.prompt.for_touch()) if view.prompt else self.elimination_text(view)
        touched = "  ".join(map(self._capitalised, self.touched))
        self.query_one("#prompt", Static).update(f"{prompt} {touched}".strip())
        self.show_panels(view)
        await self.query_one(ButtonRows).rebuild(self._buttons, self.columns)

    def _capitalised(self, site: str) -> str:
        """A site at the beginning of a sentence: words get a capital letter, coordinates do not."""
        label = self.site_label(site)
        return label[:1].upper() + label[1:] if " " in label else label

    def elimination_text(self, view: View) -> str:
        """For a person who is out while the others play on."""
        mine = [panel for panel in view.panels if panel.seat == view.seat]
        if self.over() or not mine or mine[0].alive:
            return ""
        return str(Sentence("terminal.you_are_out"))

    def show_panels(self, view: View) -> None:
        panels = [self._panel(panel) for panel in view.panels]
        lines = panel_lines(panels, self.side - 2, self.rows - BELOW)
        self.query_one("#panels", Static).update("\n".join(lines))

    def _panel(self, panel: Panel) -> SeatPanel:
        name = self.player_name(panel)
        if not panel.alive:
            name = str(Sentence("terminal.out_name", player=name))
        return SeatPanel.of(self.looks(), panel, name, self.seat_note(panel), self.is_narrow)

    def _buttons(self) -> list[ButtonState]:
        """The buttons of the current view that belong to a path."""
        selectable = frozenset(self.paths().next(self.touched))
        return [
            ButtonState(button.site, button.label, button.site in selectable, hinted)
            for button in self.current_view().buttons
            if button.site in selectable or button.site in self.touched
            for hinted in [button.site in self.hinted]
        ]

    def _show_notice(self, text: str) -> None:
        """A text instead of the board and its panels, or the board."""
        notice = self.query_one("#notice", Static)
        notice.update(text)
        notice.display = bool(text)
        self.query_one(BoardWidget).display = self.query_one("#side").display = not text

    # ---- messages -----------------------------------------------------------------------------

    def show_message(self, text: str) -> None:
        """Show an answer in place of the news, or the news again; pending confirmations expire."""
        self._cancel_confirmations()
        if text:
            self.query_one("#note", Static).update(text)
        else:
            self._show_news()

    def _show_news(self) -> None:
        self.query_one("#note", Static).update("\n".join(self.news))

    def add_news(self, news: Iterable[str]) -> None:
        """Say what has happened, with older news where there is space. At the end of a match there
        is a line more, as there is no prompt."""
        lines = self.news_lines + self.over()
        self.news = latest_news([*self.news, *news], self.columns - 2, lines)
        self.show_message("")

    def clear_news(self) -> None:
        """What has happened was taken back."""
        self.news = []

    @property
    def action_log(self) -> ActionLog:
        return self.query_one(ActionLog)

    # ---- touching -----------------------------------------------------------------------------

    async def touch(self, site: str) -> None:
        """Add a site to the path; act when the path is complete."""
        self.resignation.cancel()
        self._show_news()
        paths = self.paths()
        touched = paths.touch(self.touched, site)
        self.hinted = ()
        if touched is not None:
            self.touched = touched
        elif paths:
            self.show_message(str(Sentence("terminal.not_now", site=self._capitalised(site))))
        action = paths.action(self.touched)
        if action is None:
            await self.show()
        elif (
            not self.danger_confirmation.confirms(action)
            and (danger := self.danger(action)) is not None
        ):
            self.touched = ()
            again = Sentence("terminal.danger_again", danger=str(danger))
            await self.show()
            self.show_message(str(again.for_touch()))
            self.danger_confirmation.ask(action)
        else:
            await self.act(action)

    async def on_board_widget_touched(self, message: BoardWidget.Touched) -> None:
        await self.touch(message.site)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.name:
            await self.touch(event.button.name)
            self.query_one(BoardWidget).focus()

    async def action_clear(self) -> None:
        self.touched, self.hinted = (), ()
        self.show_message("")
        await self.show()

    async def undo_touch(self) -> bool:
        """Remove the last site of the path; False if there is none."""
        self._cancel_confirmations()
        if not self.touched:
            return False
        self.touched = self.touched[:-1]
        self._show_news()
        await self.show()
        return True

    def resign_confirmed(self) -> bool:
        """Has the key been pressed twice? The first time, ask for the second."""
        if self.resignation.confirms("resign"):
            return True
        self.show_message(str(Sentence("terminal.resign_twice")))
        self.resignation.ask("resign")
        return False

    def _cancel_confirmations(self) -> None:
        self.resignation.cancel()
        self.danger_confirmation.cancel()


def latest_news(news: Sequence[str], width: int, lines: int) -> list[str]:
    """The latest news that fits the lines; the very latest in any case."""
    fitting: list[str] = []
    for text in reversed(news):
        lines -= len(wrap(text, width)) or 1
        if fitting and lines < 0:
            break
        fitting.insert(0, text)
    return fitting
