"""Tournaments of people: the hall pairs them, creates their matches, and keeps the standings.

`kept.py`: what is in the database; `pairing.py`: the next round and the standings, from that alone;
`tournaments.py`: creating, joining, withdrawing, and the periodic work that brings tournaments on.
"""
