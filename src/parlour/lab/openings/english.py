"""The English sentences of the openings explorer."""

from parlour.table.sentences import add_texts

ENGLISH = {
    "nothing": "No match reaches this position.",
    "no_records": "{path}: there are no records here.",
    "damaged": "{path} is left out: {reason}",
    "mixed": "{path} is a match of {other}, not of {game}.",
    "settings": "{path} was played with other settings than the first record.",
    "move": "Move {number} of the opening: {reason}",
    "both": "Name a position with --line or by its moves, not both.",
}


def register() -> None:
    add_texts("openings", ENGLISH)
