"""The English sentences of series."""

from parlour.table.sentences import teach

ENGLISH = {
    "players": "{game} has {seats} seats: name {seats} players, or 2 (the first against the rest)",
    "players_two": "{game} has 2 seats: name 2 players; {given} were named",
    "two_players": "a series is played by two players or more: {seats} seats, {given} named",
    "evenly": "two players can share a table of an even number of seats; {game} has {seats}",
    "sprt_form": "{given}: write two strengths in Elo, the lower one first, such as 0,20",
    "sprt_two": "an SPRT compares two players at two seats, or evenly; {game} has {seats}",
    "opening": "{game}: no opening of {actions} actions was found after which all still play",
    "alike": "only {different} of the {openings} openings differ: players that always play alike "
    "play the same matches again, and the error bars are too small; --opening makes longer ones",
    "another": "{folder} holds another series; name another folder, or go on with: {command}",
    "changed": "{folder} holds a series of {player} as it was before it was changed; name another "
    "folder, or remove this one, to begin anew",
    "before": "All {count} matches were played before, the last one {when}; nothing new is played. "
    "To play others, name another --seed. The folder: {folder}",
    "resumed": "{count} of {matches} matches were played before, the last one {when}.",
    "forfeited": "{player} forfeited, first in match {number}: {reason}",
    "foreign": "{folder} is no folder of a series; name one that is new or empty",
    "busy": "another process is playing this series: {folder}",
    "match_file": "{path} is not the record of match {number} of this series; remove it, and the "
    "match will be played again",
    "worker": "match {number} could not be played: {reason}; what was played is kept, and the same "
    "command goes on",
    "stopped": "Stopped after {done} of {matches} matches. The same command goes on: {command}",
    "nothing": "there is nothing to draw yet: no opening was played from all seats",
    "picture_ending": "{given}: a picture ends in .svg or .png",
    "died": "the process that played it has ended",
    "forfeit_action": "an action that does not exist: {given}",
}


def learn() -> None:
    teach("series", ENGLISH)
