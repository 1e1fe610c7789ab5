"""A board on the whole screen, drawn from a view and paths. Who plays on it, and what becomes of an
action, is left to those who build on this."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Markdown, RichLog, Static

from parlour.table.paths import Paths
from parlour.table.sentences import Sentence
from parlour.table.view import Board, Panel, View
from parlour.terminal.board_widget import BoardWidget
from parlour.terminal.grid import BRACKETS

SIDE = 28  # columns of the panels and the list of actions


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

    CSS = (
        f"#side {{ width: {SIDE}; padding: 0 1; }}"
        + """
    #panels { height: auto; }
    #log { height: 1fr; border-top: solid $primary; overflow-y: auto; scrollbar-size-vertical: 1; }
    #status { height: 1; text-style: bold; padding: 0 1; }
    #prompt { height: auto; max-height: 3; padding: 0 1; }
    #note { height: 1; padding: 0 1; color: $warning; }
    #buttons { height: auto; }
    #buttons Button { min-width: 6; height: 1; border: none; margin: 0 1; }
    """
    )
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("escape", "clear", "Clear"),
        Binding("question_mark", "rules", "Rules"),
        Binding("r", "resign", "Resign"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.touched: tuple[str, ...] = ()
        self.sure = False  # resign must be pressed twice

    # ---- what those who build on this say -----------------------------------------------------

    def board(self) -> Board:
        raise NotImplementedError

    def seen(self) -> View:
        """What is to be seen now."""
        raise NotImplementedError

    def paths(self) -> Paths:
        """What can be done here now."""
        raise NotImplementedError

    def over(self) -> bool:
        """Has the match ended, perhaps otherwise than on the board?"""
        raise NotImplementedError

    def beside(self, panel: Panel) -> str:
        """What else there is to say about who sits in a seat, such as the time left."""
        return ""

    async def act(self, action: int) -> None:
        """The path is complete: carry its action out, and show what becomes of it."""
        raise NotImplementedError

    # ---- showing ------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical():
                yield BoardWidget(self.board())
                yield Horizontal(id="buttons")
                yield Static(id="status", markup=False)
                yield Static(id="prompt", markup=False)
                yield Static(id="note", markup=False)
            with Vertical(id="side"):
                yield Static(id="panels", markup=False)
                log = RichLog(id="log", wrap=True)
                log.can_focus = False  # or Tab would lead to where no key does anything
                yield log
        yield Footer()

    async def show(self) -> None:
        view = self.seen()
        lit = frozenset(self.paths().next(self.touched))
        self.query_one(BoardWidget).show(view, lit, self.touched)
        self.query_one("#status", Static).update(str(view.status))
        prompt = str(view.prompt.by_touch()) if view.prompt else ""
        self.query_one("#prompt", Static).update(f"{prompt} {'  '.join(self.touched)}".strip())
        self.show_panels(view)
        await self._show_buttons({button.site: button.label for button in view.buttons}, lit)

    def show_panels(self, view: View) -> None:
        self.query_one("#panels", Static).update("\n".join(map(self._panel, view.panels)))

    def _panel(self, panel: Panel) -> str:
        sign = "▶" if panel.acting and not self.over() else " "
        brackets = BRACKETS[panel.seat % len(BRACKETS)]
        counters = " ".join(f"{name}\u00a0{value}" for name, value in panel.counters.items())
        name = panel.name if panel.alive else f"({panel.name})"
        lines = wrap(counters, SIDE - 2, initial_indent=" " * 4, subsequent_indent=" " * 4)
        first = f"{sign} {brackets} {name} {panel.colour} {self.beside(panel)}".rstrip()
        return "\n".join([first, *lines])

    async def _show_buttons(self, labels: dict[str, str], lit: frozenset[str]) -> None:
        row = self.query_one("#buttons", Horizontal)
        await row.remove_children()
        shown = [site for site in labels if site in lit or site in self.touched]
        await row.mount_all(
            Button(labels[site], name=site, disabled=site not in lit) for site in shown
        )

    def say(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    def list_action(self, number: int, text: str) -> None:
        self.query_one("#log", RichLog).write(f"{number:3}. {text}")

    # ---- touching -----------------------------------------------------------------------------

    async def touch(self, site: str) -> None:
        """Add a site to the path; act when it is complete."""
        self.sure = False
        paths = self.paths()
        touched = paths.touch(self.touched, site)
        if touched is not None:
            self.touched = touched
        elif paths:
            self.say(str(Sentence("terminal.not_now", site=site)))
        action = paths.action(self.touched)
        if action is None:
            await self.show()
        else:
            await self.act(action)

    async def on_board_widget_touched(self, message: BoardWidget.Touched) -> None:
        await self.touch(message.site)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.name:
            await self.touch(event.button.name)
            self.query_one(BoardWidget).focus()

    async def action_clear(self) -> None:
        self.touched, self.sure = (), False
        await self.show()

    async def untouch(self) -> bool:
        """Forget the last site of the path; False if there is none."""
        self.sure = False
        if not self.touched:
            return False
        self.touched = self.touched[:-1]
        await self.show()
        return True

    def is_sure(self) -> bool:
        """Has one who wants to resign said so twice?"""
        if self.sure:
            return True
        self.sure = True
        self.say(str(Sentence("terminal.resign_twice")))
        return False
