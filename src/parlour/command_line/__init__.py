"""What commands share: shell completion, pasted positions, progress, file locks, termination."""
