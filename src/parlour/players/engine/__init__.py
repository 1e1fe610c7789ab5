"""Programs as players: ours for others (`parlour engine`), and those of others for us.

Both speak UGI, which is UCI without the chess: `protocol` has its words, `engine` answers them,
`program` runs somebody's program under guard, and `ugi_player` lets it play.
"""
