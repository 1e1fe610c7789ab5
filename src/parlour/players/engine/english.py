"""The English texts about external programs, and of our engine."""

from parlour.table.sentences import add_texts

ENGLISH = {
    # replies of our engine
    "too_long": "Lines of more than {most} characters are not read.",
    "position": "position: write startpos, or fen and a line, then optionally moves and a list.",
    "move": "Move {number}: {reason}",
    "no_position": "There is no position to search: the last one was refused.",
    "chance": "Chance decides now: send its outcome as a move.",
    "not_acting": "p{seat} does not act now.",
    "number": "{name} takes a whole number of at least {least}, not {given}.",
    "missing": "{name} needs a value.",
    "searchmoves": "searchmoves: {reason}",
    "all_moves": "searchmoves: this player always chooses among all moves.",
    "no_depth": "depth: this player has no search depth.",
    "option_form": "setoption: write name, the name of an option, value and its value.",
    "option": "There is no option {name}.",
    "query": "query: ask for gameover, result or p1turn, p2turn, ...",
    "itself": "{given}: this engine runs its own players; start that program directly instead.",
    # why a program cannot be a player
    "linux": "Programs by others run on Linux only, where their resources can be limited.",
    "command": "{given}: write ugi: and a command, such as ugi:./bot --fast.",
    "no_program": "{given}: there is no such program, or it may not be run.",
    "no_file": "{given}: there is no such file.",
    "bot_file": "{given}: write py: and a file, such as py:bot.py or py:bot.py:MyBot.",
    "bot_class": "{given} contains no bot: a class with a method choose(state, clock).",
    "bot_several": "{given} holds several bots: {names}. Name one, as in py:{given}:{first}.",
    "bot_lost": "{given}: there is no bot {name}; the bots are {names}.",
    # why a program has forfeited
    "not_started": "{program} could not be started: {reason}.",
    "silent": "{program} did not answer {word} within {seconds} s. Its log: {log}",
    "slow": "{program} did not move within {seconds} s, nor within {grace} s more. Its log: {log}",
    "deaf": "{program} does not read its input. Its log: {log}",
    "ended": "{program} exited unexpectedly with {code}. Its log: {log}",
    "ended_saying": "{program} exited unexpectedly with {code} ({said}). Its log: {log}",
    "closed": "{program} closed its output. Its log: {log}",
    "flood": "{program} wrote too much, more than {most} bytes per {unit}. Its log: {log}",
    "binary": "{program} wrote bytes that are not text. Its log: {log}",
    "processes": "{program} started more than {most} processes. Its log: {log}",
    "memory": "{program} used more than {most} MB of memory. Its log: {log}",
    "unasked": "{program} answered out of turn: {given}. Its log: {log}",
    "illegal": "{program} played {given}: {reason} Its log: {log}",
}

add_texts("engine", ENGLISH)
