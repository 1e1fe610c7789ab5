"""What all commands share: completion, files, locks and progress."""
