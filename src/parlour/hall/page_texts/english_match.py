"""The page's English texts around a board: the connection, the match, the record."""

ENGLISH = {
    "unreachable": "The server cannot be reached. Check your connection and try again.",
    "connecting": "Connecting...",
    "reconnecting": "The connection is lost. Reconnecting...",
}
