"""The English sentences of the terminal."""

from parlour.table.sentences import add_texts
from parlour.terminal.online.english import BOARD_KEYS
from parlour.terminal.online.english import ENGLISH as ONLINE

ENGLISH = {
    "help": """\
Enter your move as the prompt says. You can also enter:
  help     this text
  moves    list all your moves
  board    show the board again
  rules    show the rules of the game
  undo     take back the last move
  hint     ask what the computer would play
  draw     offer a draw; only people can accept one
  save     save FILE: save a record
  resign   give up
  quit     leave; you can resume the game later""",
    "start": "{game}: {players}. Enter help at any time.",
    "moves": "You have {count}:",
    "left": "No move was played, so nothing was saved.",
    "kept": "The game is saved. To continue: parlour play --resume {path}",
    "record_kept": "The record is saved: {path}\nView it with parlour replay or parlour analyse.",
    "not_kept": "The game could not be saved: {reason}.",
    "not_saved": "Cannot write {path}: {reason}.",
    "saved": "Saved to {path}.",
    "save_where": "Enter save and a file name; a name ending in .txt saves the text form.",
    "overwrite": "{path} already exists. Overwrite it? yes/no",
    "hint": "The computer would play {text}. Your winning chance is {chances} %.",
    "hint_win": "The computer would play {text}, which wins by force within {count} moves.",
    "hint_win_one": "The computer would play {text}, which wins at once.",
    "hint_loss": "The computer would play {text}, but against best play the position is lost within"
    " {count} moves.",
    "hint_loss_one": "The computer would play {text}, although every move loses at once.",
    "hint_draw": "The computer would play {text}, which leads to a draw against best play.",
    "length": "{count} events",
    "length_one": "1 event",
    "no_position": "There is no position {number}; the record has positions 0 to {most}.",
    "replay": "Position {at} of {last}. Enter: next, b: back, a number: go there, q: quit:",
    "replay_help": "{given}: press Enter, or enter b, q or a number from 0 to {last}.",
    "resume_alone": "A resumed match already has its game and settings; leave them out.",
    "which_game": "Name a game: {known}.",
    "picture_ending": "{given}: the name of a picture ends in .svg, .png or .gif.",
    "analyse_redacted": "Part of this copy is hidden, so the match cannot be analysed.",
    "graph_ending": "{given}: the name of a graph ends in .svg or .png.",
    "gif_of_record": "Only a record can become a GIF; a line is a single position.",
    "no_pictures": "PNG and GIF need two more libraries. Install them with:"
    " pip install 'parlour[pictures]'",
    "no_screen": "The full-screen board needs a terminal; leave out --board.",
    "play_anyway": "Play it anyway? yes/no",
    "danger_again": "{danger} Enter the same move again to play it anyway.",
    "danger_again_touch": "{danger} Choose the same move again to play it anyway.",
    "you_are_out": "You are out. The others play on.",
    "resign_again": "Enter resign again to give up.",
    "resign_twice": "Press r again to resign.",
    "not_now": "{site}: you cannot use this now.",
    "another": "Would you like to play another game? yes/no",
    "draw_offered": "{other}: {player} offers a draw. Do you accept? yes/no",
    "draw_declined": "{player} plays on.",
    "computer_declines": "Computers do not accept draws; only people can agree on one.",
    "undone": "Taken back.",
    "out": "{player} is out of the match.",
    "out_name": "{player} (out)",
    "leave_key": "The match is over. Press q to quit.",
    "who": "{given}: there is no such seat; the seats are {seats}, or 1, 2 and so on.",
    "seat_form": "{given}: write a seat and a player, such as {example}.",
    "seat_twice": "{given}: this seat already has a player.",
    "yes_or_no": "Please answer yes or no.",
    "thinking": "{player} is thinking ... {seconds} s",
    "keys": BOARD_KEYS
    + """\
`h` gives a hint, Escape cancels a move you have begun, `r` pressed twice resigns, `q` quits; you
can resume the game later.""",
    "menu": "Which game would you like to play?",
    "menu_resume": "continue: {about}",
    "menu_resume_any": "continue one of {count} unfinished matches",
    "which_resume": "Which one?",
    "left_match": "{game}: {players}; {count} moves, {when}",
    "left_match_one": "{game}: {players}; 1 move, {when}",
    "menu_watch": "replay a saved match, step by step",
    "menu_rules": "read the rules of a game",
    "menu_quit": "quit",
    "choose": "Enter a name or a number (Enter for {usual}):",
    "choose_below": "Enter a name or a number, or back (Enter for {usual}):",
    "not_listed": "{given}: please enter one of the names or numbers above.",
    "settings": "The settings of {game}:",
    "change_setting": "Enter a setting to change it, such as {example}, or back"
    " (Enter to continue):",
    "no_settings": "This game has no settings.",
    "opponent": "Who do you want to play against?",
    "opponent_friend": "people at this terminal",
    "opponent_level": "the computer, level {level} of 10, rating {rating}",
    "opponent_strongest": "the computer at its best, with one second per move",
    "which_seat": "Which seat do you want?",
    "which_face": "How do you want to play?",
    "face_board": "on a full-screen board, with mouse and keyboard",
    "face_lines": "line by line",
    "which_rules": "The rules of which game?",
    "which_kept": "Which match would you like to watch?",
    "ended_match": "{game}: {players}; {when}. {result}",
    "other_record": "another one, by file name",
    "which_record": "Enter the name of its file, or back:",
    "nothing_kept": "There are no saved matches yet; give the name of a record file.",
    "replay_at": "Position {at} of {last}.",
    "replay_keys": """\
# Keys

Right or Enter: next position. Left: back. Page Up and Page Down: ten positions. Home and End: the
first and the last position. `q` quits.""",
    "which_record_none": "There are no saved matches yet. Enter the name of a file, or back:",
    "hand_over": "{player}: take the keyboard and press Enter. Nobody else should look.",
}


def register() -> None:
    add_texts("terminal", ENGLISH | ONLINE)
