"""What a game tells about playing well: evaluation, levels, dangerous actions."""
