"""Texts that come in and go out: typed, from files, and the board as letters."""
