"""The two kinds of database, SQLite and PostgreSQL, behind one interface."""
