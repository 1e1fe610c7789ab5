"""Programs that load a real hall, kill it and measure it."""
