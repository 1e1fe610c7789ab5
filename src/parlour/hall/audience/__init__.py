"""Who is told: the listeners of a room, their presence, and the chat."""
