"""One folder a game: its rules, notation, presentation and rulebook.

The package is callable: `parlour.games()` lists the installed games. A function of that name would
hide the package, and its modules could no longer be imported.
"""

import sys
from types import ModuleType


class CallablePackage(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The slugs of all installed games, in alphabetical order."""
        from parlour.table.registry import games  # it searches this folder

        return games()


sys.modules[__name__].__class__ = CallablePackage
