"""Playing in the terminal: plain lines that work on a screen and in a pipe."""

from parlour.terminal import english

english.register()
