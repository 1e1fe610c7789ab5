"""Clients of a hall: connection, mirror of a room, HTTP, bots."""
