"""The options of MCTS and their text form: `threads=2,evaluate=0.5,transpose`."""

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
    """The options of a search; the defaults are those of the player `mcts`."""

    knowledge: bool = True  # use the game's knowledge
    solve: bool = True  # the MCTS solver: back up proved results
    reuse: bool = True  # keep the subtree for the next decision
    transpose: bool = False  # merge positions reached by several paths
    threads: Annotated[int, Meta(ge=1, le=64)] = 1
    memory: Annotated[int, Meta(ge=1, le=65_536)] = 256  # MiB
    explore: Annotated[float, Meta(ge=0, le=10)] = 0.7  # the exploration constant of UCT
    trust: Annotated[float, Meta(ge=0, le=100)] = 1.5  # the weight of priors in PUCT
    evaluate: Annotated[float, Meta(ge=0, le=1)] = 0.0  # the weight of the evaluation at a leaf
    grave: Annotated[int, Meta(ge=0, le=1_000_000)] = 0  # AMAF visits that GRAVE needs; 0: off
    mast: bool = False  # playouts prefer actions with high AMAF values
    net: str = "0"  # 1: the net that the game ships; else a file; 0: none
    extra: bool = True  # use files that this user has added, such as larger tables

    def written(self, usual: Options) -> str:
        """The options that differ from the usual ones, as in a player's text."""
        own, others = msgspec.to_builtins(self), msgspec.to_builtins(usual)
        return "".join(
            f",{name}={value}" if isinstance(value, str) else f",{name}={value:g}"
            for name, value in own.items()
            if value != others[name]
        )


PLAIN = Options(knowledge=False, solve=False, reuse=False, memory=64)
"""The options of the player `uct`, the baseline."""


def read_options(texts: list[str], usual: Options) -> Options:
    """The usual options, changed by texts such as `threads=2` or `transpose`. With a net, and
    nothing else said, leaves are evaluated by it alone."""
    changed: dict[str, bool | int | float | str] = {}
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
    if changed.get("net", "0") != "0":
        changed.setdefault("evaluate", 1.0)
    return msgspec.structs.replace(usual, **changed)


def _range(kind: object) -> str:
    """The values that an option takes, in words."""
    if kind is bool:
        return "0 or 1"
    bounds = msgspec.json.schema(kind)
    return f"a number from {bounds['minimum']} to {bounds['maximum']}"
