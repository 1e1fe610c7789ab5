"""Programs as players: our engine (`parlour engine`), and external programs.

Both speak UGI, a UCI for any game. `protocol` reads and writes its lines, `engine` answers them,
`program` runs an external program under a guard, and `ugi_player` is the player that uses it.
"""
