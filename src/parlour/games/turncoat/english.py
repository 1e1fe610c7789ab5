"""What Turncoat says, in English."""

ENGLISH = {
    # prompts, buttons and reports
    "your_turn": "Your action: place, move, act, capture, guard, destroy or end, as in place e6:",
    "your_turn_touch": "Choose a unit, a block or a button.",
    "which_unit": "Which unit should appear on {site}: fighter, paver, cleaner, shooter or shield?",
    "button_clean": "Clean",
    "button_dead": "Make it dead",
    "button_destroy": "Destroy it",
    "button_end": "End the turn",
    "button_own": "Make it yours",
    "button_place": "Place a block",
    # names of what is on the board and of settings
    "piece_colour": "Colour block",
    "about_colour": "Its owner's units walk on it. Enclosed between two others, it changes colour.",
    "piece_objective": "Objective",
    "about_objective": "A player without objectives is out. Units beside it can capture it.",
    "piece_spawn": "Spawn",
    "about_spawn": "A new unit of its owner's choice appears here at the start of each turn.",
    "piece_dead": "Dead block",
    "about_dead": "A captured objective that is out of play for good.",
    "piece_guard": "Guard",
    "about_guard": "A wall that nothing passes. One guard may be moved per turn.",
    "piece_fighter": "Fighter",
    "about_fighter": "Destroys an adjacent unit.",
    "piece_paver": "Paver",
    "about_paver": "Turns an adjacent block into its own colour.",
    "piece_cleaner": "Cleaner",
    "about_cleaner": "Makes an adjacent colour block neutral.",
    "piece_shooter": "Shooter",
    "about_shooter": "Turns a block two steps away into its own colour.",
    "piece_shield": "Shield",
    "about_shield": "Protects the units beside it. It has no action of its own.",
    "item_fighter": "A fighter appears here next",
    "item_paver": "A paver appears here next",
    "item_cleaner": "A cleaner appears here next",
    "item_shooter": "A shooter appears here next",
    "item_shield": "A shield appears here next",
    "condition_moved": "Moved",
    "condition_acted": "Acted",
    "condition_spent": "Moved and acted",
    "counter_objectives": "Objectives",
    "counter_units": "Units",
    "counter_blocks": "Blocks",
    "ground_plain": "Neutral",
    "ground_neutral": "True neutral",
    "ground_dead": "Dead",
    "setting_map": "Map",
    "setting_map_small": "Small",
    "setting_map_standard": "Standard",
    "setting_map_long": "Long",
    "setting_map_ring": "Ring, for three",
    "setting_map_court": "Court, for four",
    "setting_map_text": "Map of your own",
    "setting_place_under_units": "Place blocks under units",
    "setting_units_block": "Units block units",
    "setting_shooter_reach": "Reach of shooters",
    "setting_shooter_reach_ring": "All blocks two steps away",
    "setting_shooter_reach_line": "Straight lines only",
    "setting_capture_occupied": "Capture occupied objectives",
    "setting_free_capture": "Captures use no action",
    "setting_goal": "Goal",
    "setting_goal_all": "Last with objectives",
    "setting_goal_first": "First capture",
    "setting_limit": "Limit of rounds",
    "setting_handicap": "Handicap",
    "setting_handicap_map": "As the map says",
    "setting_handicap_none": "None",
    "setting_handicap_guard": "The others get a guard",
    "setting_handicap_paver": "The others get a paver",
    "setting_handicap_shooter": "The others get a shooter",
    # what happened
    "placed": "{player} places a block on {site} and changes {changed} more.",
    "placed_and_destroyed": (
        "{player} places a block on {site} and changes {changed} more; units destroyed: {lost}."
    ),
    "move": "{player} moves a {kind} from {site} to {to}.",
    "destroy": "{player} destroys their own {kind} on {site}.",
    "guard": "{player} moves a guard from {site} to {to}.",
    "act_fighter": "{player}'s Fighter on {site} destroys the unit on {to}.",
    "act_paver": "{player}'s Paver on {site} paves {to}.",
    "act_cleaner": "{player}'s Cleaner on {site} makes {to} neutral.",
    "act_shooter": "{player}'s Shooter on {site} colours {to}.",
    "captured_own": "{player} captures {other}'s objective {to} and keeps it.",
    "captured_dead": "{player} captures {other}'s objective {to} and makes it dead.",
    "captured_own_out": (
        "{player} captures {other}'s last objective {to} and keeps it; {other} is out."
    ),
    "captured_dead_out": (
        "{player} captures {other}'s last objective {to} and makes it dead; {other} is out."
    ),
    "end": "{player} ends the turn.",
    "decided": "{player} chooses a {kind} for {site}.",
    # ends
    "last": "{player} is the last one with objectives and wins.",
    "first": "{player} was the first to capture an objective and wins.",
    "limit": "After {limit} rounds {players} still have objectives: the match is a draw.",
    # refusals
    "nothing": "Enter what to do, such as place d4, move b2 b7 or end.",
    "unknown": (
        "{text}: there is no such action; use place, move, act, capture, guard, destroy or end."
    ),
    "form": "{verb}: write it as in {example}.",
    "off_board": (
        "{site}: there is no such block; columns go from a to {column}, rows from 1 to {row}."
    ),
    "choose_kind": (
        "Choose what should appear on {site}: fighter, paver, cleaner, shooter or shield."
    ),
    "other_spawn": "The unit to choose now is the one for {site}.",
    "spawn_later": "Units are chosen after you enter end.",
    "placed_already": "You have already placed a block this turn.",
    "guarded_already": "You have already moved a guard this turn.",
    "moved_already": "{site}: this unit has already moved this turn.",
    "acted_already": "{site}: this unit has already acted this turn.",
    "no_ground_to_place": (
        "{site}: blocks can only be placed on neutral ground or your own colour; this is {block}."
    ),
    "no_ground_to_guard": (
        "{site}: guards can only stand on neutral ground or your own colour; this is {block}."
    ),
    "unit_in_the_way": "{site}: there is a unit here.",
    "changes_nothing": "{site}: a block placed here would change no other block.",
    "no_guard": "{site}: none of your guards is here.",
    "guard_stays": "{site}: the guard is already here.",
    "no_unit": "{site}: there is no unit here.",
    "foreign_unit": "{site}: this is not your unit.",
    "not_straight": "{site} {to}: a unit moves straight, along its row or column.",
    "cannot_pass": "{site}: your units cannot pass here: this is {block}.",
    "not_adjacent": "{site} {to}: these blocks are not adjacent.",
    "not_two_away": "{site} {to}: a Shooter reaches blocks exactly two away.",
    "not_two_straight": "{site} {to}: a Shooter reaches blocks two away in a straight line.",
    "no_objective": "{site}: this is not an objective.",
    "own_objective": "{site}: this is your own objective.",
    "other_kind": "{site}: this is a {kind}, which cannot {verb}.",
    "shields_rest": "{site}: a Shield protects its neighbours and can only move and capture.",
    "protected": "{site}: a Shield protects the unit there.",
    "nothing_to_clean": "{site}: a Cleaner needs a coloured block; this is {block}.",
    "nothing_to_colour": (
        "{site}: a {kind} needs a neutral block or one of another colour; this is {block}."
    ),
    # maps
    "too_many_guards": "A player already has nine guards, so the handicap cannot be another one.",
    "map_empty": "This map has no rows.",
    "map_header": (
        "{given}: a map begins with {known}, each followed by a colon, and then its rows."
    ),
    "map_header_twice": "{name} is given twice.",
    "map_header_text": "{name} must be printable and have at most 80 characters.",
    "map_handicap": "The handicap of a map is {known}, not {given}.",
    "map_players": "A map is for 2, 3 or 4 players, not {given}.",
    "map_height": "A map has 3 to 19 rows, not {given}.",
    "map_width": "A map has 3 to 19 blocks in a row, not {given}.",
    "map_ragged": "Row {row} has {given} blocks, but the first row has {width}.",
    "map_block": (
        "Row {row}: {given} is not a block; there are . and -- and ## and, after the number of a"
        " player, C G O S."
    ),
    "map_player": "Row {row}: {given}, but this map is for {players} players.",
    "map_missing": "Player {player} has no {kind}.",
    "map_too_many": "Player {player} has too many {kind}; the maximum is {most}.",
    "map_no_placement": (
        "Player {player} has no first placement: no block would change another one."
    ),
    "map_unreachable": "From {site}, units of player {player} can reach no objective of another.",
    "map_walled": "Player {player} can wall in the objective {site} with guards.",
    # lines
    "line_parts": (
        "A position has six parts: rows, whose turn, what is used, units to appear, who is out,"
        " and rounds."
    ),
    "line_rows": "This map has {height} rows, not {given}.",
    "line_row": "Row {row} must have {width} blocks, not {given}.",
    "line_block": "Row {row}: {given} cannot be read as a block.",
    "line_map": "{site}: {given} cannot be there on this map.",
    "line_unit": "{site}: {given} is not a unit that can be there.",
    "line_used": "{site}: only units of the player to move can have moved or acted.",
    "line_guards": "Player {player} must have {wanted} guards, not {given}.",
    "line_goals": "Player {player} has no objective, so that player must be out.",
    "line_turn": "The turn must be the number of a player who is not out, not {given}.",
    "line_phase": "What is used must be -, p, g, pg, end, won or draw, not {given}.",
    "line_first": "An objective has been captured, so the match is over.",
    "line_not_won": "Player {player} has not won.",
    "line_won": "Only player {player} is left and has won.",
    "line_not_drawn": "The match is drawn after {limit} rounds, not before.",
    "line_wishes": "The units to appear must be letters of F P C S H or -, one for each spawn.",
    "line_wishes_of": "The units chosen for player {player} cannot be {given}.",
    "line_out": "Players who are out are a digit each: 0, or the order in which they went out.",
    "line_rounds": "The rounds must be a number from 0 to {limit}, not {given}.",
}
