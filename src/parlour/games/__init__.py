"""One folder a game: its rules, how it is shown and written, its rulebook.

The package can be called as well: `parlour.games()` are the games that are there. A function of
that name would take the package's place, so that nobody could import what lies in it.
"""

import sys
from types import ModuleType


class CallablePackage(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The slugs of all games that are there, in alphabetical order."""
        from parlour.table.registry import games  # which looks into this folder

        return games()


sys.modules[__name__].__class__ = CallablePackage
