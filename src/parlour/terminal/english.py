"""The English sentences of the terminal."""

from parlour.table.sentences import teach

ENGLISH = {
    "help": """\
Enter your move as the prompt says. Besides moves you can enter:
  help     this text              moves    every move you have
  board    the board once more    rules    the rules of the game
  undo     take your move back    draw     offer a draw
  resign   give up                quit     leave the game""",
    "start": "{game}: {players}. Enter help at any time.",
    "moves": "You have {count}: {moves}",
    "left": "The game is left as it stands.",
    "another": "Would you like to play another game? yes/no",
    "draw_offered": "{other}: {player} offers a draw. Do you accept? yes/no",
    "draw_declined": "{player} plays on.",
    "computer_declines": "The computer plays on.",
    "undone": "Taken back.",
    "who": "{given}: there is no such seat; the seats are {seats}",
    "seat_form": "{given}: write a seat and a player, such as {example}",
    "seat_twice": "{given}: this seat has a player already",
    "setting_form": "{given}: write a setting and its value, such as size=11",
    "menu": "Which game would you like to play?",
    "menu_choice": "Enter its name or its number, or quit:",
    "menu_unknown": "{given}: please enter one of the names or numbers above",
    "opponent": "Play against the computer? yes/no",
    "hand_over": "{player}: sit down here and press Enter. Nobody else should look.",
}


def learn() -> None:
    teach("terminal", ENGLISH)
