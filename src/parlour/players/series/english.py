"""The English sentences of series."""

from parlour.table.sentences import add_texts

ENGLISH = {
    "players": "{game} has {seats} seats: name {seats} players, or 2 (the first against the rest).",
    "players_two": "{game} has 2 seats: name 2 players, not {given}.",
    "two_players": "A series needs at least two players: {seats} seats, {given} named.",
    "evenly": "Two players can share an even number of seats; {game} has {seats}.",
    "sprt_form": "{given}: write two strengths in Elo, the lower one first, such as 0,20.",
    "sprt_two": "An SPRT compares two players who share the seats evenly; {game} has {seats}.",
    "opening": "{game}: found no opening of {actions} actions that leaves everybody in the match.",
    "alike": "Only {different} of the {openings} openings are different. Deterministic players "
    "repeat the same matches, so the error bars are too small; --opening makes longer openings.",
    "another": "{folder} holds another series. Name another folder, or continue with: {command}",
    "changed": "{folder} holds a series played by an earlier version of {player}. Name another "
    "folder, or remove this one to start again.",
    "before": "All {count} matches have been played, the last one {when}; nothing is played now. "
    "For new matches name another --seed. The folder: {folder}",
    "resumed": "{count} of {matches} matches have been played, the last one {when}.",
    "forfeited": "{player} forfeited, first in match {number}: {reason}",
    "foreign": "{folder} is not the folder of a series; name one that is new or empty.",
    "busy": "Another process is playing this series: {folder}",
    "match_file": "{path} is not the record of match {number} of this series. Remove it, and the "
    "match will be played again.",
    "worker": "Match {number} could not be played. Finished matches are kept; the same command "
    "continues. The reason: {reason}",
    "stopped": "Stopped after {done} of {matches} matches. To continue: {command}",
    "nothing": "There is nothing to draw yet: no opening has been played from all seats.",
    "picture_ending": "{given}: the name of a picture ends in .svg or .png.",
    "died": "The process that played it has ended.",
    "forfeit_action": "There is no such action: {given}.",
}


def register() -> None:
    add_texts("series", ENGLISH)
