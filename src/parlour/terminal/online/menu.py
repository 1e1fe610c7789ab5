"""The menu entry for halls: open one on this machine, or connect to one."""

from __future__ import annotations

from parlour.client.link import PORT, read_link
from parlour.command_line.browser import open_browser
from parlour.table.sentences import Sentence
from parlour.terminal.lines.console import Console, StandardConsole
from parlour.terminal.lines.questions import MenuEntry, answer, choose
from parlour.terminal.match_setup import ask_display
from parlour.terminal.online.hosting import host
from parlour.terminal.online.lobby import Lobby
from parlour.terminal.online.session import HallUser, go


def online_menu(console: Console) -> None:
    """Ask which hall, and open its lobby."""
    choices = [
        MenuEntry("host", str(Sentence("terminal.online_host")), True),
        MenuEntry("join", str(Sentence("terminal.online_join")), False),
    ]
    if choose(console, Sentence("terminal.online_what"), choices):
        address = open_here(console)
    else:
        usual = f"http://localhost:{PORT}"
        address = answer(console, Sentence("terminal.online_address", usual=usual)) or usual
    link = read_link(address)
    if not isinstance(console, StandardConsole):
        raise TypeError("halls need the standard console")
    user = HallUser(link.address, board=ask_display(console))
    if link.match_ref is not None:
        go(user, link.match_ref, console)
    else:
        Lobby(user, console).open()


def open_page(console: Console) -> None:
    """Open a hall for this machine, and its page in the browser, if there is one."""
    address = host(lan=False)
    said = "terminal.browser_opened" if open_browser(address) else "terminal.browser_address"
    console.say(str(Sentence(said, address=address)))


def open_here(console: Console) -> str:
    """Open a hall on this machine; its address."""
    audiences = [
        MenuEntry("here", str(Sentence("terminal.online_here")), False),
        MenuEntry("lan", str(Sentence("terminal.online_lan")), True),
    ]
    address = host(lan=choose(console, Sentence("terminal.online_who_comes"), audiences))
    console.say(str(Sentence("terminal.online_opened", address=address)))
    return address
