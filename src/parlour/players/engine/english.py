"""What is said about programs, and to them."""

from parlour.table.sentences import teach

ENGLISH = {
    # to those who talk to our engine
    "too_long": "a line of more than {most} characters is not read",
    "position": "position: write startpos, or fen and a line, then perhaps moves and the moves",
    "move": "move {number}: {reason}",
    "no_position": "there is no position to search: the last one was refused",
    "chance": "chance decides now: send what it brings as a move",
    "not_acting": "p{seat} does not act now",
    "number": "{name} takes a whole number of at least {least}, not {given}",
    "missing": "{name} needs a value",
    "searchmoves": "searchmoves: {reason}",
    "all_moves": "searchmoves: this player chooses among all moves",
    "no_depth": "depth: this player does not count how deep it looks",
    "option_form": "setoption: write name, the name of an option, value and its value",
    "option": "there is no option {name}",
    "query": "query: ask for gameover, result or p1turn, p2turn, ...",
    "itself": "{given}: this engine has its own players; start that program itself instead",
    # about programs that would sit down
    "linux": "programs of others play on Linux only, where they can be kept in bounds",
    "command": "{given}: write ugi: and a command, such as ugi:./bot --fast",
    "no_program": "{given}: there is no such program, or it may not be run",
    "no_file": "{given}: there is no such file",
    "bot_file": "{given}: write py: and a file, such as py:bot.py or py:bot.py:MyBot",
    "bot_class": "{given}: a bot is a class with a method choose(state, clock), and here is none",
    "bot_several": "{given} holds several bots, {names}; name one, as in py:{given}:{first}",
    "bot_lost": "{given}: there is no bot {name}; here are {names}",
    # why a program has forfeited
    "not_started": "{program} could not be started: {reason}",
    "silent": "{program} did not answer {word} within {seconds} s; its log: {log}",
    "slow": "{program} has not moved within the {seconds} s that it had, nor in {grace} s more; "
    "its log: {log}",
    "deaf": "{program} reads nothing; its log: {log}",
    "ended": "{program} has ended by itself, with {code}; its log: {log}",
    "ended_saying": "{program} has ended by itself, with {code}: {said}; its log: {log}",
    "closed": "{program} has closed its output; its log: {log}",
    "flood": "{program} writes too much, more than {most} bytes a {unit}; its log: {log}",
    "binary": "{program} writes bytes that are no text; its log: {log}",
    "processes": "{program} has started more than {most} processes; its log: {log}",
    "memory": "{program} takes more than {most} MB of memory; its log: {log}",
    "unasked": "{program} has answered out of turn: {given}; its log: {log}",
    "illegal": "{program} has played {given}: {reason}; its log: {log}",
}

teach("engine", ENGLISH)
