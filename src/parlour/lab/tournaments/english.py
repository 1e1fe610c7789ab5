"""The English sentences of tournaments."""

from parlour.table.sentences import add_texts

ENGLISH = {
    "file": "{path}: {reason}",
    "toml": "This is not TOML: {reason}.",
    "place": "{place}: {reason}",
    "field": "The value is wrong here: {reason}.",
    "unknown_field": "There is no such entry. A tournament file has game, format, players, title, "
    "settings, rounds, cycles, matches, seed, opening and clock.",
    "name": "A name has 1 to 40 printable characters and no blanks at its ends.",
    "too_few": "{format} needs at least {least} players; the file names {given}.",
    "multiple": "With {seats} seats, a {format} needs a multiple of {seats} players, not {given}.",
    "power": "With {seats} seats, a knockout needs as many players as fill every table: {examples} "
    "and so on, not {given}.",
    "rounds_fixed": "Only a Swiss has a number of rounds; use cycles to repeat a round robin.",
    "cycles_fixed": "Only a round robin and a gauntlet can be repeated with cycles.",
    "rounds_many": "{players} players can meet in at most {most} rounds of a Swiss without meeting"
    " twice, not in {rounds}.",
    "too_long": "This tournament would have more than {most} matches.",
    "unpaired": "Round {round} cannot be paired without a second meeting: {reason}.",
    "another": "{folder} holds another tournament. Name another folder with -o.",
    "changed": "{folder} holds a tournament with an earlier version of {player}. Name another "
    "folder with -o.",
    "foreign": "{folder} is not the folder of a tournament; name one that is new or empty.",
    "damaged": "{path} is not the store of a tournament: {reason}.",
    "missing": "{folder} is not the folder of a tournament.",
    "busy": "Another process is playing this tournament: {folder}",
    "differs": "{folder}: round {round} was paired in another way by an earlier version of Parlour,"
    " so it cannot continue.",
    "resumed": "{count} matches have been played before.",
    "stopped": "Stopped after {done} matches. To continue: {command}",
    "forfeited": "{player} forfeited match {key}: {reason}",
    "trf": "{path} is not a tournament report (TRF): {reason}.",
    "trf_seats": "A TRF is about games of two; {game} has {seats} seats.",
    "ended": "All {rounds} rounds of {path} have been played.",
}


def register() -> None:
    add_texts("tournament", ENGLISH)
