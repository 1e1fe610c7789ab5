"""The hall's computer players and the processes in which they think."""
