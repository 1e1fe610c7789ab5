"""`python game.py [ADDRESS]`: play Chessicle with whoever else comes to the server.

Both deploy at the same time, without seeing the other's row.
"""

import sys

from parlour.cli import main

if __name__ == "__main__":
    address = sys.argv[1:2] or ["localhost:8722"]
    wish = ["--pair", "chessicle", "--set", "deployment=hidden"]
    main(["join", *address, *wish, *sys.argv[2:]], prog_name="game.py")
