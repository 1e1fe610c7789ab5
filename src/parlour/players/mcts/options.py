"""What a search may use, and how it is written: `threads=2,evaluate=0.5,transpose`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.table.errors import BadSettings
from parlour.table.sentences import add_texts, shorten

add_texts(
    "search",
    {
        "option": "{given}: there is no such search option. The options are {known}.",
        "value": "{given}: this option takes {range}.",
    },
)


class Options(msgspec.Struct, frozen=True):
    """The settings of a search; as they stand here they are those of `mcts`."""

    knowledge: bool = True  # ask what the game knows about playing well
    solve: bool = True  # prove what can be proved
    reuse: bool = True  # keep what was found for the next decision
    transpose: bool = False  # recognise positions that several orders of actions lead to
    threads: Annotated[int, Meta(ge=1, le=64)] = 1
    memory: Annotated[int, Meta(ge=1, le=65_536)] = 256  # MiB
    explore: Annotated[float, Meta(ge=0, le=10)] = 0.7  # how much what looks worse is tried
    trust: Annotated[float, Meta(ge=0, le=100)] = 1.5  # how much the game's weights count
    evaluate: Annotated[float, Meta(ge=0, le=1)] = 0.0  # its opinion's part in a leaf's value
    grave: Annotated[int, Meta(ge=0, le=1_000_000)] = 0  # simulations that hearsay takes; 0: none
    mast: bool = False  # play playouts by what actions brought before
    extra: bool = True  # know what this user has added to the game, such as larger tables

    def written(self, usual: Options) -> str:
        """What differs from the usual options, as players are written."""
        own, others = msgspec.to_builtins(self), msgspec.to_builtins(usual)
        return "".join(f",{name}={value:g}" for name, value in own.items() if value != others[name])


PLAIN = Options(knowledge=False, solve=False, reuse=False, memory=64)
"""Plain UCT, the baseline of everything: `uct`."""


def read_options(texts: list[str], usual: Options) -> Options:
    """The usual options, but for those that are given, such as `threads=2` or `transpose`."""
    changed: dict[str, bool | int | float] = {}
    fields = {field.name: field for field in msgspec.structs.fields(Options)}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in fields:
            known = ", ".join(fields)
            raise BadSettings("search.option", given=shorten(text), known=known)
        kind = fields[name].type
        try:
            changed[name] = msgspec.convert(value if equals else "1", kind, strict=False)
        except msgspec.ValidationError:
            raise BadSettings("search.value", given=shorten(text), range=_range(kind)) from None
    return msgspec.structs.replace(usual, **changed)


def _range(kind: object) -> str:
    """The values that an option takes, in words."""
    if kind is bool:
        return "0 or 1"
    bounds = msgspec.json.schema(kind)
    return f"a number from {bounds['minimum']} to {bounds['maximum']}"
