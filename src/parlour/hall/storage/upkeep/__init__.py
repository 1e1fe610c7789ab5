"""The care of a database: backups, old data, opening it for a command."""
