"""What Chessicle says, in English."""

ENGLISH = {
    "deploy": "Please enter your characters from left to right, as in P1, H1, P2, H2, P3:",
    "deploy_touch": "Choose your characters from left to right.",
    "move": "Please enter your move (such as P1:F):",
    "move_touch": "Choose a character, then its move.",
    "removes": "{player} plays {text} and removes {removed}.",
    "captured": "{winner} removed every character of {loser} and wins.",
    "limit": "No character was removed in {limit} moves: the game is a draw.",
    "deployed_already": "Your characters are already deployed; enter a move such as P1:L.",
    "nothing": "Enter your five characters P1, P2, P3, H1 and H2, from left to right.",
    "names": "{text}: enter your five characters P1, P2, P3, H1 and H2, from left to right.",
    "unknown_name": "{name}: there is no such character; yours are P1, P2, P3, H1 and H2.",
    "twice": "{name} is named twice.",
    "missing": "Still missing: {name}.",
    "no_move": "Enter a character and a direction, such as P1:L or H2:FL.",
    "removed": "{name} has been removed from the board.",
    "not_a_move": "{name}:{move}: {name} cannot move that way; its moves are {moves}.",
    "out_of_bounds": "{name}:{move} would leave the board.",
    "friend": "{name}:{move}: your own {friend} stands there.",
    "friend_on_the_way": "{name}:{move}: your own {friend} is in the way.",
    "line_parts": "A position has three parts: rows, deploy or A or B, and moves since a capture.",
    "line_rows": "The board has five rows, not {given}.",
    "line_row": "Row {row} must have five tiles, not {given}.",
    "line_tile": "Row {row}: {given} is neither a character such as A-P1 nor an empty tile.",
    "line_twice": "{name} is on the board twice.",
    "line_hero": "{name} cannot be on row {row}: heroes move two rows at a time.",
    "line_turn": "The second part must be deploy, A or B, not {given}.",
    "line_deploy": "Before the first move, home rows are full or empty, and all other rows empty.",
    "line_deploy_b": "A deploys first.",
    "line_deployed": "Both sides are deployed, so it is A's or B's move.",
    "line_empty": "At least one side must have characters.",
    "line_last": "{winner} has won, so it cannot be {winner}'s move.",
    "line_quiet": "The moves since a capture must be a number from 0 to {limit}, not {given}.",
    # ---- endgame tables
    "table_none": "{path} is not an endgame table of Chessicle.",
    "table_version": "{path} was made for version {given} of the rules; the current version is"
    " {version}. Make it again with: parlour solve chessicle --tables 5",
    "table_settings": "{path} was made with a different setting of friend_blocks.",
    "table_damaged": "{path} is damaged. Make it again with: parlour solve chessicle --tables 5",
    "table_made": "{count} positions of up to {pieces} characters, longest ending {longest} "
    "moves, in {seconds:.0f} s with {megabytes:.0f} MB of memory: {path}",
    # ---- solving
    "solve_what": "Give a position in one line, as parlour show RECORD --json prints it, "
    "or --tables 4 or 5.",
    "solve_deploying": "Both sides must be deployed: there are too many deployments to solve.",
    "solve_searched": "{count} characters are left, and the tables cover up to {pieces}: searched "
    "{nodes} positions, {depth} moves deep, until the tables apply.",
    "solve_few_tables": "There are no tables for these settings yet. Make them with: "
    "parlour solve chessicle --tables 4 --set friend_blocks=on",
    "solve_limit": "This ignores the limit: the match is drawn after {left} more moves without a "
    "capture, so the win may come too late.",
    "value_win": "{who} wins in {moves}.",
    "value_loss": "{who} loses in {moves}.",
    "value_draw": "{who} draws: neither side can force a win.",
    "bounds_win": "{who} wins.",
    "bounds_loss": "{who} loses.",
    "bounds_draw": "{who} draws.",
    "bounds_not_lost": "{who} does not lose; a win is still possible.",
    "bounds_not_won": "{who} does not win; a loss is still possible.",
    "bounds_open": "Unknown.",
}
