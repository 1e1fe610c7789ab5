"""The English sentences of the terminal."""

from parlour.table.sentences import teach
from parlour.terminal.online.english import ENGLISH as ONLINE

ENGLISH = {
    "help": """\
Enter your move as the prompt says. You can also enter:
  help     this text
  moves    every move you have
  board    the board once more
  rules    the rules of the game
  undo     take the last move back
  hint     what the computer would do
  draw     offer a draw; only people can accept one
  save     save FILE: keep a record
  resign   give up
  quit     leave; the game can be resumed""",
    "start": "{game}: {players}. Enter help at any time.",
    "moves": "You have {count}:",
    "left": "Nothing was played.",
    "kept": "The game is kept. To go on: parlour play --resume {path}",
    "record_kept": "The record is kept: {path}\nparlour replay and parlour analyse read it.",
    "not_kept": "The game could not be kept: {reason}.",
    "not_saved": "{path} cannot be written: {reason}",
    "saved": "Saved to {path}.",
    "save_where": "Enter save and the name of a file; a name that ends in .txt gets the text form.",
    "overwrite": "{path} is there already. Overwrite it? yes/no",
    "hint": "The computer would play {text}. Your winning chance is {chances} %.",
    "hint_win": "The computer would play {text}, which wins by force within {count} moves.",
    "hint_win_one": "The computer would play {text}, which wins at once.",
    "hint_loss": "The computer would play {text}, but against best play the position is lost within"
    " {count} moves.",
    "hint_loss_one": "The computer would play {text}, although every move loses at once.",
    "hint_draw": "The computer would play {text}, which leads to a draw against best play.",
    "length": "{count} events",
    "length_one": "1 event",
    "no_position": "there is no position {number}; the record has 0 to {most}",
    "replay": "Position {at} of {last}. Enter goes on, b goes back, a number goes there, q leaves:",
    "replay_help": "{given}: please press Enter, or enter b, q or a number from 0 to {last}",
    "resume_alone": "a match that is resumed brings its own game and settings",
    "which_game": "name a game; there are {known}",
    "picture_ending": "{given}: a picture ends in .svg, .png or .gif",
    "analyse_redacted": "this copy of the match keeps something back, so it cannot be analysed",
    "graph_ending": "{given}: a graph ends in .svg or .png",
    "gif_of_record": "only a record can become a GIF; a line is one position",
    "no_pictures": "PNG and GIF need two more libraries: pip install 'parlour[pictures]'",
    "no_screen": "the full-screen board needs a terminal; leave --board out",
    "play_anyway": "Play it anyway? yes/no",
    "danger_again": "{danger} Enter the same move again to play it anyway.",
    "danger_again_touch": "{danger} Choose the same move again to play it anyway.",
    "you_are_out": "You are out. The others play on.",
    "resign_again": "Enter resign once more to give up.",
    "resign_twice": "Press r once more to resign.",
    "not_now": "{site}: nothing can be done there now",
    "another": "Would you like to play another game? yes/no",
    "draw_offered": "{other}: {player} offers a draw. Do you accept? yes/no",
    "draw_declined": "{player} plays on.",
    "computer_declines": "Computers accept no draw; a draw can only be agreed between people.",
    "undone": "Taken back.",
    "out": "{player} is out of the match.",
    "out_name": "{player} (out)",
    "leave_key": "The match is over. Press q to leave.",
    "who": "{given}: there is no such seat; the seats are {seats}, or 1, 2 and so on",
    "seat_form": "{given}: write a seat and a player, such as {example}",
    "seat_twice": "{given}: this seat has a player already",
    "yes_or_no": "please answer yes or no",
    "thinking": "{player} is thinking ... {seconds} s",
    "keys": """\
# Keys

Arrows and Enter, or the mouse, touch a site; what may be touched next is lit. `n` goes to the next
lit site, Tab to the buttons. `u` takes back, `h` gives a hint, Escape forgets what was touched, `r`
twice resigns, `q` leaves; the game can be resumed.""",
    "menu": "Which game would you like to play?",
    "menu_resume": "go on where you left: {about}",
    "menu_resume_any": "go on with one of {count} matches that you left",
    "which_resume": "Which of them?",
    "left_match": "{game}: {players}; {count} moves, {when}",
    "left_match_one": "{game}: {players}; 1 move, {when}",
    "menu_watch": "watch a match that was kept, step by step",
    "menu_rules": "read the rules of a game",
    "menu_quit": "leave",
    "choose": "Enter a name or a number; just Enter means {usual}:",
    "choose_below": "Enter a name or a number, or back; just Enter means {usual}:",
    "not_listed": "{given}: please enter one of the names or numbers above",
    "settings": "The settings of {game}:",
    "change_setting": "Enter one to change it, such as {example}, or back; just Enter goes on:",
    "no_settings": "This game has no settings.",
    "opponent": "Against whom?",
    "opponent_friend": "people at this terminal",
    "opponent_level": "the computer, level {level} of 10, rating {rating}",
    "opponent_strongest": "the computer at its best, with a second for each move",
    "which_seat": "Where do you sit?",
    "which_face": "How would you like to see it?",
    "face_board": "a board on the whole screen, with mouse and keyboard",
    "face_lines": "a dialogue, line by line",
    "which_rules": "The rules of which game?",
    "which_kept": "Which match would you like to watch?",
    "ended_match": "{game}: {players}; {result}, {when}",
    "other_record": "another one, whose file you name",
    "which_record": "Enter the name of its file, or back:",
    "nothing_kept": "no match was kept yet; name the file of a record",
    "replay_at": "Position {at} of {last}.",
    "replay_keys": """\
# Keys

Right or Enter goes on, Left goes back, Page Up and Page Down go ten positions, Home and End go to
the first and the last one. `q` leaves.""",
    "which_record_none": "No match was kept yet. Enter the name of a file, or back:",
    "hand_over": "{player}: sit down here and press Enter. Nobody else should look.",
}


def learn() -> None:
    teach("terminal", ENGLISH | ONLINE)
