"""What arrives: sockets, frames, and the session of one connection."""
