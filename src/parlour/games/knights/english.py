"""What Knights says, in English."""

ENGLISH = {
    "step": "Enter your step: N, E, S or W (or {example}):",
    "step_touch": "Choose where to step.",
    "last": "{player} is the last knight standing and wins.",
    "limit": "After {limit} steps {players} are still standing and share the win.",
    "all_limit": "After {limit} steps everybody is still standing: the match is a draw.",
    # ---- what happened
    "stepped": "{player} steps {direction}.",
    "drowned": "{player} steps {direction} into the water, drowns and is out.",
    "found": "{player} steps {direction} and finds several items.",
    "took": "{player} steps {direction} and takes the {item}.",
    "won": "{player} steps {direction} and defeats {other}.",
    "lost": "{player} steps {direction}, attacks {other} and dies.",
    "took_and_won": "{player} steps {direction}, takes the {item} and defeats {other}.",
    "took_and_lost": "{player} steps {direction}, takes the {item}, attacks {other} and dies.",
    "won_and_took": "{player} steps {direction}, defeats {other} and takes the {item}.",
    "drew": "{player} takes the {item}.",
    "drew_and_won": "{player} takes the {item} and defeats {other}.",
    "drew_and_lost": "{player} takes the {item}, attacks {other} and dies.",
    # ---- what loses at once
    "danger_water": "This step leads into the water: you would drown and be out.",
    "danger_fight": "The knight there is stronger: you would die in this fight and be out.",
    "danger_gamble": "Chance decides which item you find there, and so whether you survive.",
    # ---- what is no move
    "nothing": "Enter a direction: N, E, S or W, or with your knight, such as {example}.",
    "unreadable": "{text} is not a step; enter N, E, S or W, or with your knight, such as"
    " {example}.",
    "other_knight": "It is {turn}'s turn; {given} has to wait.",
    "no_knight": "There is no knight {given} in this match; it is {turn}'s turn.",
    "no_draw": "{text}: no item is drawn now; enter a step such as {example}.",
    "draw": "Chance decides which item is taken: {items}.",
    # ---- what is no position
    "line_parts": "A position has four parts: knights, items, whose turn it is, and steps.",
    "line_knights": "The first part must name {count} knights, not {given}.",
    "line_knight": "{given}: write knight {letter} as {letter}00, {letter}22A, {fallen}22/1 or "
    "{fallen}--/1.",
    "line_item": "{given} is not an item on a tile, such as A22.",
    "line_item_twice": "The {item} appears twice.",
    "line_item_missing": "The {item} is missing.",
    "line_falls": "The fallen must be numbered from 1 to {count}, in the order in which they fell.",
    "line_nobody": "At least one knight must be alive.",
    "line_same_tile": "{one} and {other} cannot both be alive on one tile.",
    "line_turn": "The third part must be a knight such as R, R* where chance decides, or -, not "
    "{given}.",
    "line_over": "The match is over, so the third part must be -.",
    "line_not_over": "The match is not over, so the third part must say whose turn it is.",
    "line_turn_fallen": "{letter} has fallen, so it cannot be {letter}'s turn.",
    "line_draw": "{letter}*: chance decides only if {letter} is empty-handed on two or more items "
    "and item_choice is random.",
    "line_rounds": "Every living knight moves one tile per round, so these knights cannot be there "
    "at this turn.",
    "line_steps": "The steps must be a number from 0 to {limit}, not {given}.",
    # ---- solving
    "value_win": "{player} wins, within {actions} actions if both play perfectly.",
    "value_draw": "Neither can ever defeat the other: the survivors share the win.",
    "value_open": "Unknown: it depends on chance, or on the limit.",
    "value_several": "Unknown: {count} knights are left, and only two can be solved.",
    # ---- scripts
    "script_empty": "Line 1: the script is empty; it must begin with GAME-START.",
    "script_start": "Line {line}: the first line must be GAME-START, not {given}.",
    "script_no_end": "Line {line}: the script stops here, without GAME-END.",
    "script_after_end": "Line {line}: {given}: nothing may follow GAME-END.",
    "script_binary": "Line {line}: this is not plain text.",
    "script_empty_line": "Line {line}: the line is empty.",
    "script_small_letters": "Line {line}: {given}: use capital letters.",
    "script_no_move": "Line {line}: {given} is not a move such as R:S.",
    "script_no_knight": "Line {line}: {given}: there is no such knight; they are R, B, G and Y.",
    "script_no_direction": "Line {line}: {given}: the directions are N, E, S and W.",
    "script_seed": "Seed {seed} (--seed {seed} repeats this run).",
    "script_done": "Played {lines} lines. The final state is in {path}.",
}
