"""`python game.py [ADDRESS] [--name NAME]`: play Chessicle with whoever else comes to the server.

Both deploy at the same time, without seeing the other's row.
"""

import sys

from parlour.cli import main

if __name__ == "__main__":
    given = sys.argv[1:]
    if not given or given[0].startswith("-"):  # only options, such as --name Anna
        given.insert(0, "localhost:8722")
    wish = ["--pair", "chessicle", "--set", "deployment=hidden"]
    main(["join", *given[:1], *wish, *given[1:]], prog_name="game.py")
