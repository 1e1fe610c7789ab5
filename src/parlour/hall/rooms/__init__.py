"""What happens: rooms, their commands, clocks and viewers."""
