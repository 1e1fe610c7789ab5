"""The hall: the server where people and programs meet.

Where each piece of code runs, and the one principle
----------------------------------------------------
**Keep, then acknowledge, then tell.** What anybody is told has happened is on disk.

- The loop moves messages and runs the rules (microseconds). A room belongs to whoever holds its
  door; so what happens in a room happens one after the other, and is shown only once it is kept.
- A move is carried from the socket to the writer and back by plain calls. A task is for what has to
  wait for more than the disk.
- One `Writer` turns what all rooms want to keep into few transactions, a pace apart. The wait for
  the disk is in a thread (SQLite) or in another process (PostgreSQL), never on the loop.
- Searches and password hashes run in worker processes and threads.
- Time, chance, the database and the connections come in through ports: `time.WallClock`, `Random`,
  `database.Database`, `audience.Listener`. A simulation replaces all four, by seed.
"""
