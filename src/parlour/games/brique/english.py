"""What Brique says, in English."""

ENGLISH = {
    "coordinates": "You are {colour}: join {sides}. Please enter the coordinates:",
    "coordinates_touch": "You are {colour}: join {sides}.",
    "pie": "You are {colour}: join {sides}. Would you like to use Pie Rule? yes/no",
    "pie_touch": "You are {colour}: join {sides}. Would you like to use Pie Rule?",
    "placed": "The position '{column} {row}' is now filled with the {colour} Piece as follows:",
    "placed_and_filled": (
        "The position '{column} {row}' is now filled with the {colour} Piece, "
        "and so is {filled}, as follows:"
    ),
    "placed_touch": "{colour} takes {column}{row}.",
    "placed_and_filled_touch": "{colour} takes {column}{row}, which also fills {filled}.",
    # names of what is on the board, of buttons and of settings
    "piece_stone": "Stone",
    "about_stone": "Join your two sides; two stones on a rising diagonal claim the corner"
    " between them.",
    "button_swap": "Yes, swap colours",
    "button_keep": "No, keep my colour",
    "setting_size": "Size",
    "setting_pie": "Pie rule",
    "setting_first": "First player",
    # what happened
    "swapped": (
        "{player} uses the Pie Rule: {player} now plays the Black Piece, {other} the White Piece."
    ),
    "kept": "{player} does not use the Pie Rule.",
    "joined": "{player} joined {sides} with {colour} and wins.",
    "answer": "Please answer yes or no.",
    "no_question": "The pie rule is only for the second player, right after the first stone.",
    "nothing": "Please enter a square, such as {example}.",
    "unreadable": "{text}: this is not a square; enter one such as {example}.",
    "off_board": "{text}: no such square; columns go from a to {column}, rows from 1 to {row}.",
    "taken": "{site}: there is already a stone on this square.",
    "line_parts": "A position has four parts: rows, side to move, the seat with black, and ask"
    " or -.",
    "line_rows": "This board has {size} rows, not {given}.",
    "line_row": "Row {row} must have {size} squares, not {given}.",
    "line_sign": "Row {row}: {sign} is not b, w or a number of empty squares.",
    "line_turn": "The side to move must be b or w, not {given}.",
    "line_black": "The seat with black must be 1 or 2, not {given}.",
    "line_ask": "The last part must be ask or -, not {given}.",
    "line_start": "On an empty board it is Black's turn, and seat {seat} has black.",
    "line_pie": "The pie question comes after one black stone, on White's turn, with the rule on.",
    "line_swapped": "Without the pie rule seat {seat} keeps black.",
    "line_escorts": "{site} has two {colour} escorts, so it must be {colour} too.",
    "line_joined": "{colour} has joined the sides, so it cannot be {colour}'s turn.",
    "line_both": "Black and White cannot both have joined their sides.",
    "solve_size": "{size}: the solver handles boards from 2 to {largest} squares along a side.",
    "solve_over": "This match is over.",
    "solve_nodes": "Not solved within {nodes} positions; --nodes allows more.",
    "solve_stopped": "Stopped after {nodes} positions and {seconds} s; nothing is proved yet.",
    "line_first": "The first stone is black, and then it is White's turn.",
    "solve_no_pie": "The empty board of {size} x {size}, without the pie rule:",
    "solve_memory": "{megabytes} MB of memory are not available; --memory asks for less.",
    "solve_won": "{mover} moves and wins with {moves}.",
    "solve_every": "{mover} moves and wins, with {count} of {of} moves: {moves}.",
    "solve_lost": "{mover} moves and loses: {winner} wins against every move.",
    "solve_pie": "The second player wins by answering {answer} and playing {colour}.",
    "solve_work": "{nodes} positions, {seconds} s",
}
