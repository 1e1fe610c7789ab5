"""What happens: rooms, and the commands that change them."""
