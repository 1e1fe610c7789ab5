"""The English sentences of self-play."""

from parlour.table.sentences import add_texts

ENGLISH = {
    "players": "{game} has {seats} seats: name one player for all of them, or {seats}.",
    "damaged": "{path} is damaged or was cut off, so its matches are played again: {reason}.",
    "other_shard": "It belongs to other data.",
    "foreign": "{folder} is not a folder of self-play data; name one that is new or empty.",
    "another": "{folder} holds other self-play data. Name another folder, or continue with: "
    "{command}",
    "busy": "Another process is writing to {folder}.",
    "resumed": "{count} of {shards} shards are complete.",
    "trouble": "Match {number} could not be played. Complete shards are kept; the same command "
    "continues. The reason: {reason}",
    "died": "A process that played has ended. The same command continues.",
    "stopped": "Stopped after {count} of {shards} shards. The same command continues.",
}


def register() -> None:
    add_texts("selfplay", ENGLISH)
