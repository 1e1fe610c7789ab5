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
    "placed_touch": "{colour} takes {column}{row}",
    "placed_and_filled_touch": "{colour} takes {column}{row}, which fills {filled} too",
    "swapped": (
        "{player} uses the Pie Rule: "
        "the Black Piece is given to {player}, the White Piece to {other}"
    ),
    "kept": "{player} does not use the Pie Rule",
    "joined": "{player} has joined {sides} with {colour} and wins",
    "answer": "please answer yes or no",
    "no_question": "the pie rule is only for the second player, right after the first stone",
    "nothing": "please enter a square, such as {example}",
    "unreadable": "{text}: this is not a square; enter one such as {example}",
    "off_board": "{text}: no such square; columns go from a to {column}, rows from 1 to {row}",
    "taken": "{site}: there is a stone on this square already",
    "line_parts": "a position has four parts: rows, whose turn, who has black, and ask or -",
    "line_rows": "this board has {size} rows, not {given}",
    "line_row": "row {row} must have {size} squares, not {given}",
    "line_sign": "row {row}: {sign} is neither b, w nor a number of empty squares",
    "line_turn": "the turn must be b or w, not {given}",
    "line_first": "the first stone is black, and then it is white's turn",
    "line_black": "the seat that has black must be 1 or 2, not {given}",
    "line_ask": "the last part must be ask or -, not {given}",
    "line_start": "on an empty board it is black's turn, and seat {seat} has black",
    "line_pie": "the pie question comes after one black stone, on white's turn, if the rule is on",
    "line_swapped": "without the pie rule seat {seat} keeps black",
    "line_escorts": "{site} has two {colour} escorts and must be {colour} too",
    "line_joined": "{colour} has joined the sides, so it cannot be {colour}'s turn",
    "line_both": "black and white cannot both have joined their sides",
    "solve_size": "{size}: the solver takes boards from 2 to {largest} squares along a side",
    "solve_over": "this match is over",
    "solve_nodes": "not solved within {nodes} positions; --nodes allows more",
    "solve_stopped": "stopped after {nodes} positions and {seconds} s; nothing is proved yet",
    "solve_no_pie": "The empty board of {size} x {size}, without the pie rule:",
    "solve_memory": "there are no {megabytes} MB of memory to be had; --memory asks for less",
    "solve_won": "{mover} moves and wins with {moves}.",
    "solve_every": "{mover} moves and wins, with {count} of {of} moves: {moves}.",
    "solve_lost": "{mover} moves and loses: {winner} wins against every move.",
    "solve_pie": "Whoever is asked wins, by {answer}, with {colour}.",
    "solve_work": "{nodes} positions, {seconds} s",
}
