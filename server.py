"""`python server.py`: a hall on this machine, for `python game.py`. Ctrl-C closes it.

Options are those of `parlour serve`; for two machines in a network you trust:
`python server.py --host 0.0.0.0 --lan`.
"""

import sys

from parlour.cli import main

if __name__ == "__main__":
    main(["serve", *sys.argv[1:]], prog_name="server.py")
