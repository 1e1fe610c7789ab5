"""What Chessicle says, in English."""

ENGLISH = {
    "deploy": "Please enter your characters from left to right, as in P1, H1, P2, H2, P3:",
    "deploy_touch": "Choose your characters from left to right.",
    "move": "Please enter your move (such as P1:F):",
    "move_touch": "Choose a character, then what it does.",
    "removes": "{player} plays {text} and removes {removed}",
    "captured": "{winner} has removed every character of {loser} and wins",
    "limit": "no character was removed in {limit} moves: the game is a draw",
    "deployed_already": "the characters are deployed already; enter a move such as P1:L",
    "names": "{text}: enter your five characters P1, P2, P3, H1 and H2, from left to right",
    "unknown_name": "{name}: there is no such character; yours are P1, P2, P3, H1 and H2",
    "twice": "{name} is named twice",
    "missing": "still missing: {name}",
    "no_move": "enter a character and a direction, such as P1:L or H2:FL",
    "removed": "{name} has been removed from the board",
    "not_a_move": "{name}:{move}: {name} cannot move that way; its moves are {moves}",
    "out_of_bounds": "{name}:{move} would leave the board",
    "friend": "{name}:{move}: your own {friend} stands there",
    "friend_on_the_way": "{name}:{move}: your own {friend} stands in the way",
    "line_parts": "a position has three parts: rows, deploy or A or B, and moves without a capture",
    "line_rows": "the board has five rows, not {given}",
    "line_row": "row {row} must have five tiles, not {given}",
    "line_tile": "row {row}: {given} is neither a character such as A-P1 nor an empty tile",
    "line_twice": "{name} stands on the board twice",
    "line_hero": "{name} cannot stand on row {row}: heroes move two rows at a time",
    "line_turn": "the second part must be deploy, A or B, not {given}",
    "line_deploy": "before the first move home rows are complete or empty, and all others empty",
    "line_deploy_b": "A deploys first",
    "line_deployed": "both sides are deployed, so it is A's or B's move",
    "line_empty": "at least one side must have characters",
    "line_last": "{winner} has won, so it cannot be {winner}'s move",
    "line_quiet": "the moves without a capture must be a number from 0 to {limit}, not {given}",
    # ---- tables of endings
    "table_none": "{path} is no table of endings of Chessicle",
    "table_version": "{path} holds endings of version {given} of the rules, and this is {version}: "
    "make it anew with parlour solve chessicle --tables 5",
    "table_settings": "{path} holds endings of other settings than these (friend_blocks)",
    "table_damaged": "{path} is damaged: make it anew with parlour solve chessicle --tables 5",
    "table_made": "{count} positions of up to {pieces} characters, the longest ending {longest} "
    "moves, in {seconds:.0f} s, with {megabytes:.0f} MB of memory: {path}",
    # ---- solving
    "solve_what": "give a position in one line, as parlour show RECORD --json has it, "
    "or --tables 4 or 5",
    "solve_deploying": "both sides must be deployed; whoever deploys has too many choices to solve",
    "solve_searched": "{count} characters are left and the tables know up to {pieces}: searched "
    "{nodes} positions, down to {depth} moves and the tables",
    "solve_few_tables": "with these settings there are no tables yet: make them with "
    "parlour solve chessicle --tables 4 --set friend_blocks=on",
    "solve_limit": "this is the game without a limit; here {left} moves without a capture are left "
    "until the draw, and so the win may come too late",
    "value_win": "{who} wins in {moves}",
    "value_loss": "{who} loses in {moves}",
    "value_draw": "{who} draws: neither side can win",
    "bounds_win": "{who} wins",
    "bounds_loss": "{who} loses",
    "bounds_draw": "{who} draws",
    "bounds_not_lost": "{who} does not lose; whether it wins is not known",
    "bounds_not_won": "{who} does not win; whether it loses is not known",
    "bounds_open": "not known",
}
