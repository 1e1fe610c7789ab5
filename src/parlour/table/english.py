"""The English sentences of the table, each under the first word of its ids."""

from parlour.table.sentences import teach

ENGLISH = {
    "table": {
        "over": "the game is over",
        "no_such_action": "{action} is not an action of this game, which has {count}, from 0 on",
        "not_a_number": "{given} is not the number of an action",
        "no_such_seat": "there is no seat {seat}: this game has {count}",
        "not_your_turn": "it is not {player}'s turn",
        "not_legal": "{text}: this is not possible now",
        "not_text": "a text is needed here, not {given}",
        "too_long": "this text has {length} characters; at most {most} can be read",
        "strange_character": "{code} cannot be read here: only plain letters, digits and signs",
        "redacted_line": "this line hides something, so it is not a whole position",
        "your_action": "Your move:",
        "turn": "{player}'s turn",
        "several_turns": "{players} choose at the same time",
        "chance": "chance decides",
        "acted": "{player} plays {text}",
        "acted_in_secret": "{player} has chosen",
        "drawn": "chance brings {text}",
        "no_such_game": "there is no game called {slug}; there are {known}",
        "broken_plug_in": "the game {slug} cannot be loaded: {reason}",
    },
    "file": {
        "missing": "{path} cannot be read: there is no such file",
        "folder": "{path} cannot be read: it is a folder",
        "not_text": "{path} cannot be read: it is not text in UTF-8",
        "too_large": "{path} cannot be read: it is larger than {most} bytes",
        "unreadable": "{path} cannot be read: {reason}",
        "unwritable": "{path} cannot be written: {reason}",
    },
    "settings": {
        "assignment": "{given}: write a setting and its value, such as size=11",
        "unknown": "there is no setting {name} here; its settings: {known}",
        "not_a_number": "{name} must be a whole number, not {given}",
        "range": "{name} must be from {low} to {high}, not {given}",
        "switch": "{name} must be on or off, not {given}",
        "choice": "{name} must be one of {choices}, not {given}",
        "text": "{name} must be a text of at most {most} characters",
    },
    "clock": {
        "range": "a clock needs more than no time, and at most a year",
        "cap": "the cap of a clock must not be below the time it starts with",
        "unreadable": "{given}: write a clock as 5m+3s, or with a cap as 3d+1d<7d",
    },
    "match": {
        "over": "the match is over",
        "players": "this game has {seats} seats, not {given}",
        "out": "{player} takes no part any more",
        "no_offer": "nothing is offered that could be answered",
        "nothing_to_take_back": "there is nothing to take back",
        "resign": "{player} has resigned",
        "resign_and_wins": "{player} has resigned: {winner} wins",
        "time": "{player} has run out of time",
        "time_and_wins": "{player} has run out of time: {winner} wins",
        "draw": "a draw was agreed",
        "abort": "the match was aborted and does not count",
    },
    "record": {
        "too_large": "this record has {size} bytes; at most {most} are read",
        "too_many": "this record has more than {most} events",
        "too_deep": "variations inside variations go at most {most} deep",
        "unreadable": "this is not a record: {reason}",
        "wrong": "this record cannot be replayed: {reason}",
        "version": "this record is of version {given} of the rules of {game}, ours are {ours}",
        "players": "this record names {given} players; the game has {seats} seats",
        "text": "names and tags must be printable and have at most 200 characters",
        "hidden": "event {number} is hidden in this copy, so the match cannot be replayed from it",
        "event": "event {number}: {reason}",
        "event_seat": "event {number}: there is no seat {seat}",
        "no_result": "the match is over, but the record has no result",
        "not_over": "the record has a result, but the match is not over",
        "result": "the result is not the one that the match ended with, which is: {code}",
        "text_form": "{word}: this cannot be read as part of a record",
        "tag": "{name}: this tag is wrong, missing or there twice",
    },
}


def learn() -> None:
    for prefix, texts in ENGLISH.items():
        teach(prefix, texts)
