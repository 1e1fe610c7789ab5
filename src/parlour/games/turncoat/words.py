"""What Turncoat says, in English."""

ENGLISH = {
    # prompts, buttons and reports
    "your_turn": "Your turn: place, move, act, capture, guard, destroy, or end:",
    "your_turn_touch": "Your turn: choose a unit, a block or a button.",
    "which_unit": "Which unit shall appear on {site}: fighter, paver, cleaner, shooter or shield?",
    "button_clean": "Clean",
    "button_dead": "Make it dead",
    "button_destroy": "Destroy it",
    "button_end": "End the turn",
    "button_own": "Make it yours",
    "button_place": "Place a block",
    "placed": "{player} places a block on {site} and changes {changed} more",
    "placed_and_destroyed": (
        "{player} places a block on {site}, changes {changed} more and destroys {lost} of the units"
    ),
    "move": "{player} moves a {kind} from {site} to {to}",
    "destroy": "{player} destroys the own {kind} on {site}",
    "guard": "{player} moves a guard from {site} to {to}",
    "act_fighter": "{player}'s Fighter on {site} destroys the unit on {to}",
    "act_paver": "{player}'s Paver on {site} paves {to}",
    "act_cleaner": "{player}'s Cleaner on {site} makes {to} neutral",
    "act_shooter": "{player}'s Shooter on {site} colours {to}",
    "captured_own": "{player} captures the objective {to} of {other} and keeps it",
    "captured_dead": "{player} captures the objective {to} of {other}, and it is dead",
    "captured_own_out": "{player} captures {to}, the last objective of {other}, who is out",
    "captured_dead_out": "{player} kills {to}, the last objective of {other}, who is out",
    "end": "{player} ends the turn",
    "decided": "{player} decides: a {kind} shall appear on {site}",
    # ends
    "last": "{player} is the last one with objectives and wins",
    "first": "{player} has captured an objective first and wins",
    "limit": "{limit} rounds are over and {players} still have objectives: a draw",
    # refusals
    "nothing": "enter what to do, such as place d4, move b2 b7 or end",
    "unknown": (
        "{text}: this is no action; there are place, move, act, capture, guard, destroy and end"
    ),
    "form": "{verb}: write it as in {example}",
    "off_board": (
        "{site}: there is no such block; columns go from a to {column}, rows from 1 to {row}"
    ),
    "choose_kind": "choose what shall appear on {site}: fighter, paver, cleaner, shooter or shield",
    "other_spawn": "it is {site} that a unit is asked for now",
    "spawn_later": "units are decided for after you enter end",
    "placed_already": "you have placed a block in this turn",
    "guarded_already": "you have moved a guard in this turn",
    "moved_already": "{site}: this unit has moved in this turn",
    "acted_already": "{site}: this unit has acted in this turn",
    "no_ground_to_place": (
        "{site}: a block is placed on neutral ground or your own colour, and this is {block}"
    ),
    "no_ground_to_guard": (
        "{site}: a guard stands on neutral ground or your own colour, and this is {block}"
    ),
    "unit_in_the_way": "{site}: a unit stands there",
    "changes_nothing": "{site}: a block placed there would change no other block",
    "no_guard": "{site}: none of your guards stands there",
    "guard_stays": "{site}: the guard is there already",
    "no_unit": "{site}: no unit stands there",
    "foreign_unit": "{site}: this is not your unit",
    "not_straight": "{site} {to}: a unit moves straight, along its row or column",
    "cannot_pass": "{site}: your units cannot pass there, this is {block}",
    "not_adjacent": "{site} {to}: these blocks are not adjacent",
    "not_two_away": "{site} {to}: a Shooter reaches what is exactly two blocks away",
    "not_two_straight": "{site} {to}: a Shooter reaches what is two blocks away in a straight line",
    "no_objective": "{site}: this is no objective",
    "own_objective": "{site}: this objective is your own",
    "other_kind": "{site}: this is a {kind}, which cannot {verb}",
    "shields_rest": "{site}: a Shield protects those beside it and does nothing else but capture",
    "protected": "{site}: a Shield protects the unit there",
    "nothing_to_clean": "{site}: a Cleaner needs a colour block, and this is {block}",
    "nothing_to_colour": (
        "{site}: a {kind} needs a neutral block or one of another colour, and this is {block}"
    ),
    # maps
    "too_many_guards": "a player has nine guards already, so the handicap cannot be another one",
    "map_empty": "this map has no rows",
    "map_header": "{given}: a map begins with {known}, each followed by a colon, and then its rows",
    "map_header_twice": "{name} is there twice",
    "map_header_text": "{name} must be printable and have at most 80 characters",
    "map_handicap": "the handicap of a map is {known}, not {given}",
    "map_players": "a map is for 2, 3 or 4 players, not {given}",
    "map_height": "a map has 3 to 19 rows, not {given}",
    "map_width": "a map has 3 to 19 blocks in a row, not {given}",
    "map_ragged": "row {row} has {given} blocks, but the first row has {width}",
    "map_block": (
        "row {row}: {given} is no block; there are . and -- and ## and, after the number of a"
        " player, C G O S"
    ),
    "map_player": "row {row}: {given}, but this map is for {players} players",
    "map_missing": "player {player} has no {kind}",
    "map_too_many": "player {player} has too many {kind}; {most} is the most",
    "map_no_placement": "player {player} has no first placement: no block would change another one",
    "map_unreachable": "from {site} units of player {player} can reach no objective of another",
    "map_walled": "player {player} can wall in the objective {site} with guards",
    # lines
    "line_parts": (
        "a position has six parts: rows, whose turn, what is used, units to appear, who is out,"
        " and rounds"
    ),
    "line_rows": "this map has {height} rows, not {given}",
    "line_row": "row {row} must have {width} blocks, not {given}",
    "line_block": "row {row}: {given} cannot be read as a block",
    "line_map": "{site}: {given} cannot be there on this map",
    "line_unit": "{site}: {given} is no unit that can stand there",
    "line_used": "{site}: only units of whose turn it is can have moved or acted",
    "line_guards": "player {player} must have {wanted} guards, not {given}",
    "line_goals": "player {player} has no objective and is not out",
    "line_turn": "the turn must be the number of a player who is in, not {given}",
    "line_phase": "what is used must be -, p, g, pg, end, won or draw, not {given}",
    "line_first": "an objective has been captured, so it is over",
    "line_not_won": "player {player} has not won",
    "line_won": "only player {player} is left and has won",
    "line_not_drawn": "it is a draw after {limit} rounds and not before",
    "line_wishes": "the units to appear must be letters of F P C S H or -, one for each spawn",
    "line_wishes_of": "the units decided for player {player} cannot be {given}",
    "line_out": "who is out must be a digit for each player, 0 or the order of going out",
    "line_rounds": "the rounds must be a number from 0 to {limit}, not {given}",
}
