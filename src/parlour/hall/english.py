"""What the hall says, in English."""

from parlour.table.sentences import teach

ENGLISH = {
    "bad_name": "a name has 2 to 20 letters, digits, _ or -",
    "banned": "this account is closed",
    "foreign_page": "another page may not speak for you here",
    "name_taken": "the name {name} is taken",
    "not_encrypted": "{host}: others could listen in. Put a proxy with TLS before the hall and "
    "say --public https://..., or say --lan in a network you trust",
    "password_length": "a password has {least} to {most} characters",
    "proxy_without_public": "say the address that people use with --public",
    "public_not_https": "{given}: the public address is https://name, without a path",
    "seats": "{game} has {seats} seats, not {given}",
    "wanted": "{given}: a seat is me, link, anyone, computer:PLAYER or bot:NAME",
    "wrong_password": "there is no account with this name and password",
    "backup_damaged": "{path} is not a backup of a hall, or not the whole of one",
    "backup_failed": "the backup {path} cannot be used: {reason}",
    "begun": "the match has begun",
    "chair_taken": "the chair {seat} is taken",
    "computer_failed": "the computer player {player} has failed ({reason})",
    "computers_busy": "the computers are busy, about {seconds} seconds behind; try again later",
    "forbidden": "you may not do that",
    "half_restored": "this database holds half a backup: restore into an empty one",
    "newer_schema": "this database is of a newer Parlour (step {theirs}, we know {ours})",
    "no_database": "{address}: say sqlite:PATH or postgresql://USER@HOST/NAME",
    "no_driver": "for PostgreSQL install its driver too: pip install 'parlour[postgres]'",
    "no_flag": "nobody's time is up",
    "no_match": "there is no match {match}",
    "no_name": "that is no name: nothing of it can be shown",
    "no_room": "enter a room first",
    "not_begun": "the match has not begun: a chair is still empty",
    "not_empty": "there is a hall in this database already; restore into an empty one",
    "not_over": "the match is not over yet",
    "not_your_seat": "that is not your seat",
    "nothing_said": "there is nothing in it that can be shown",
    "player": "{given}: a computer of the hall has at most {seconds}s or {simulations} simulations",
    "rules": "this match of {game} began under rules {given}; this hall plays rules {ours}",
    "sign_in": "sign in first, or enter as a guest",
    "stale": "the match has moved on; look again",
    "store_away": "the hall cannot keep anything right now, try again soon ({reason})",
    "too_fast": "not so fast; try again in {seconds} seconds",
    "too_late_to_abort": "it is too late to abort; resign, or offer a draw",
    "unreadable": "the hall cannot read that: {reason}",
    "which_seat": "say which seat",
    "wrong_code": "that is not the code of a seat of this match",
}


def learn() -> None:
    teach("hall", ENGLISH)
