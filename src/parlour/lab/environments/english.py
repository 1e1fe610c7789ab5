"""The English texts of the environments."""

from parlour.table.sentences import add_texts

ENGLISH = {
    "vector_size": "A vectorised environment has 1 to {most} matches and 1 to {threads} threads.",
    "vector_seeds": "There are {count} matches, but {given} seeds.",
    "vector_actions": "Give an array of {count} whole numbers, one action for each match.",
    "vector_illegal": "Match {match}: {reason}",
    "no_step_yet": "Call reset before the first step.",
    "ended": "This match is over: call reset.",
    "action_needed": "The match is not over yet, so an action is needed.",
    "dead_agent": "The match is over, so the only valid action is None.",
    "no_render_mode": "There is no render mode {given}. The modes are {known}.",
    "in_turn": "In {game} one seat acts at a time: use env or raw_env instead of parallel_env.",
}

add_texts("environment", ENGLISH)
