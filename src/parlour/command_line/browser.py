"""Opening a page in the browser of the person at the keyboard, where there is one."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping

REMOTE = ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT")
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def open_browser(address: str) -> bool:
    """Open an address; False where nobody would see it: in a pipe, over SSH, without a display."""
    at_a_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not at_a_terminal or not has_display(os.environ, sys.platform):
        return False
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False


def has_display(environment: Mapping[str, str], platform: str) -> bool:
    """Can a window appear in front of the person who started this?"""
    if any(environment.get(name) for name in REMOTE):
        return False
    # Without a display, a browser in the terminal would take the place of what is there.
    return platform in ("darwin", "win32") or any(environment.get(name) for name in DISPLAYS)
