"""What is kept: SQL, the writer, SQLite, PostgreSQL and backups."""
