"""Playing in the terminal: in lines, on a screen or in a pipe, and on a full-screen board."""

from parlour.terminal import english

english.register()
