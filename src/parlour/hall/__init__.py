"""The hall: the server where people and programs meet.

Where each piece of code runs, and the one principle
----------------------------------------------------
**Store, then acknowledge, then publish.** What anybody is told has happened is on disk.

- The loop moves messages and runs the rules (microseconds). The holder of
  a room's lock owns the room: operations run one after the other, and are shown once stored.
- A move goes from the socket to the writer and back by plain calls. What has to wait for more than
  the commit takes a task.
- One `Writer` turns what all rooms want to keep into few transactions, a pace apart. The wait for
  the disk is in a thread (SQLite) or in another process (PostgreSQL), never on the loop.
- Searches and password hashes run in worker processes and threads.
- Time, chance, the database and the connections come in through ports: `time.WallClock`, `Random`,
  `database.Database`, `audience.Listener`. A simulation replaces all four, by seed.
"""
