"""The English sentences for playing in a hall."""

BOARD_KEYS = """\
# Keys

Choose squares and buttons with the arrow keys and Enter, or with the mouse; possible choices are
highlighted. `n` jumps to the next highlighted square, Tab to the buttons. `u` takes a move back,
"""
"""What the keys do on every full-screen board that is played on."""

ENGLISH = {
    "online_help": """\
Enter your move as the prompt says. You can also enter:
  help     this text
  moves    list all your moves
  board    show the board again
  rules    show the rules of the game
  undo     take back your last move
  draw     offer a draw; only people can accept one
  agree    accept an offer
  decline  decline an offer, or withdraw yours
  resign   give up
  abort    cancel a match that has just begun
  say      say TEXT: send a message to everybody
  clocks   show the time everybody has left
  link     show the invitation links
  save     save FILE: save a record
  hint     ask what the computer would play
  quit     leave; your seat is kept, join again to continue""",
    "online_watch_help": """\
You are watching. You can enter:
  help     this text
  board    show the board again
  rules    show the rules of the game
  clocks   show the time everybody has left
  say      say TEXT: send a message to everybody
  save     save FILE: save a record
  quit     leave""",
    "online_seated": "{game}: you are {seat}. Enter help at any time.",
    "online_watching": "{game}: you are watching. Enter help at any time.",
    "online_waiting": "{game}: waiting for somebody to play {seats}.",
    "online_no_clocks": "This match has no clocks.",
    "online_look_again": "Press Enter to refresh, or enter quit:",
    "online_name_stays": "You are signed in as {name}.",
    "online_clocks": "Time left: {clocks}",
    "online_time_left": "{time}\u00a0left",
    "online_away": "(away)",
    "online_you": "{player} (you)",
    "online_your_turn": "Your turn, {player}.",
    "online_waits": "Waiting for {players}.",
    "online_not_your_turn": "It is not your turn; waiting for {players}.",
    "online_begins": "{game}: {players}.",
    "online_not_now": "You are watching; only players can do that.",
    "online_say_what": "Enter what to say, such as: say hello",
    "online_said": "{name}: {text}",
    "online_draw": "{player} offers a draw. Enter agree or decline.",
    "online_draw_touch": "{player} offers a draw: press a to agree, x to decline.",
    "online_undo": "{player} asks to take back a move. Enter agree or decline.",
    "online_undo_touch": "{player} asks to take back a move: press a to agree, x to decline.",
    "online_draw_watched": "{player} offers a draw.",
    "online_undo_watched": "{player} asks to take back a move.",
    "online_offered": "Your offer was sent; nobody has answered yet.",
    "online_offer_gone": "The offer was declined or withdrawn, or has expired.",
    "online_answer": "Enter agree or decline:",
    "online_again": "Would you like a rematch? yes/no",
    "online_waiting_again": "Waiting for the others to accept the rematch. Enter quit to leave.",
    "online_alone": "Everybody else has left.",
    "online_next": "The rematch begins.",
    "online_left": "You have left. To continue: parlour join {link}",
    "online_enter": "Press Enter.",
    "online_online": "{player} is connected.",
    "online_offline": "{player} is disconnected.",
    "online_kept_badly": "The code of your seat could not be saved in {path}: {reason}",
    "online_send": "Send this link to the player for seat {seat}:\n  parlour join {link}",
    "online_who_may_watch": "To watch only: parlour join {link}",
    "online_lobby": "Lobby of {address}. What would you like to do?",
    "online_go_on": "continue: {game} as {seat}",
    "online_go_on_with": "continue: {game} as {seat}, with {others}",
    "online_sit": "{game}{terms}, offered by {owner}: play as {seat}",
    "online_new": "create a match: with friends by link, with anyone, or with computers",
    "online_pair": "play against the next person who joins",
    "online_watch": "watch a match, or take a seat with a code",
    "online_quit": "quit",
    "online_which_game": "Which game?",
    "online_clock": "Time control, such as 5m+3s, or back (Enter for none):",
    "online_seats": "Who plays which seat? For each one enter me, link, anyone, bot:NAME or a\n"
    "computer, such as level:3 or best:1s.",
    "online_wanted": "{given}: this is not me, link, anyone or bot:NAME, nor a computer. {reason}",
    "online_seat": "{seat} (Enter for {usual}):",
    "online_watch_which": "Which match would you like to watch?",
    "online_running": "{game}: {players}",
    "online_another": "another match, by its link or name",
    "online_which_match": "Enter its link, or its name with or without a code:",
    "browser_menu": "play on the page in your browser",
    "browser_opened": "The page is open at {address}, until you leave this menu.",
    "browser_address": "Open {address} in your browser. It works until you leave this menu.",
    "online_menu": "play with people on other machines: host, join or watch",
    "online_what": "What would you like to do?",
    "online_host": "open a server on this machine",
    "online_join": "connect to a server, by its address or a link",
    "online_who_comes": "Who may connect?",
    "online_here": "only this machine",
    "online_lan": "everybody on this network; I trust it, as nothing is encrypted",
    "online_address": "Enter its address or a link (Enter alone for {usual}):",
    "online_opened": "The server runs at {address} until you quit Parlour.",
    "online_not_opened": "The server could not be started. {reason}",
    "online_not_begun": "The match has not begun, so there is nothing to save.",
    "online_exists": "{path} already exists; choose another name.",
    "online_no_hint": "Hints are only available against computers, not against people.",
    "online_keys": BOARD_KEYS
    + """\
`d` offers a draw, `a` accepts an offer, `x` declines it, `t` opens the chat, Escape cancels a move
you have begun, `r` pressed twice resigns, `m` asks for a rematch, `q` quits; your seat is kept.""",
    "online_again_key": "Press m for a rematch, q to quit.",
    "online_talk": "Chat (Enter sends, Escape cancels):",
}
