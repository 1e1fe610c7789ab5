"""What the terminal says to those who play in a hall, in English."""

ENGLISH = {
    "online_help": """\
Enter your move as the prompt says. You can also enter:
  help     this text
  moves    every move you have
  board    the board once more
  rules    the rules of the game
  undo     take your last move back
  draw     offer a draw; only people can accept one
  agree    agree to what is offered
  decline  decline it, or withdraw yours
  resign   give up
  abort    end a match just begun
  say      say TEXT: to everybody
  clocks   who has how much time left
  link     the links for those who are to come
  save     save FILE: keep a record
  hint     what the computer would do
  quit     leave; the seat stays yours, join again to go on""",
    "online_watch_help": """\
You are watching. You can enter:
  help     this text
  board    the board once more
  rules    the rules of the game
  clocks   who has how much time left
  say      say TEXT: to everybody
  save     save FILE: keep a record
  quit     leave""",
    "online_seated": "{game}: you are {seat}. Enter help at any time.",
    "online_watching": "{game}: you are watching. Enter help at any time.",
    "online_waiting": "{game}: waiting for somebody to play {seats}.",
    "online_clocks": "Time left: {clocks}",
    "online_time_left": "{time} left",
    "online_away": "(away)",
    "online_no_clocks": "this match has no clocks",
    "online_look_again": "Press Enter to look again, or enter quit:",
    "online_name_stays": "Here you are called {name}.",
    "online_you": "{player} (you)",
    "online_your_turn": "Your turn, {player}",
    "online_waits": "Waiting for {players}.",
    "online_begins": "{game}: {players}.",
    "online_not_now": "you are watching; only who sits here can do that",
    "online_say_what": "say something, such as: say hello",
    "online_said": "{name}: {text}",
    "online_draw": "{player} offers a draw. Enter agree or decline.",
    "online_draw_touch": "{player} offers a draw: press a to agree, x to decline.",
    "online_undo": "{player} would like to take back. Enter agree or decline.",
    "online_undo_touch": "{player} would like to take back: press a to agree, x to decline.",
    "online_offered": "You have made an offer; the others have not answered yet.",
    "online_offer_gone": "The offer no longer stands.",
    "online_answer": "agree or decline:",
    "online_again": "Would you like to play again, with the same people? yes/no",
    "online_waiting_again": "Waiting for the others to say yes. Enter quit to leave.",
    "online_alone": "Nobody else is here any more.",
    "online_next": "Another match begins.",
    "online_left": "You have left. To go on: parlour join {link}",
    "online_enter": "Press Enter.",
    "online_online": "{player} is here.",
    "online_offline": "{player} is away.",
    "online_kept_badly": "the code of your seat could not be kept in {path}: {reason}",
    "online_send": "Send this to who is to play {seat}:\n  parlour join {link}",
    "online_who_may_watch": "Who only wants to watch: parlour join {link}",
    "online_lobby": "The hall at {address}. What would you like to do?",
    "online_go_on": "go on: {game} as {seat}",
    "online_go_on_with": "go on: {game} as {seat}, with {others}",
    "online_sit": "{game}{terms}, offered by {owner}: sit down as {seat}",
    "online_new": "offer a match: with friends by a link, with anyone, or with computers",
    "online_pair": "play with anyone, as soon as somebody comes",
    "online_watch": "watch a match, or sit down with a code",
    "online_quit": "leave",
    "online_which_game": "Which game?",
    "online_clock": "A clock, such as 5m+3s; just Enter for none:",
    "online_seats": "Who sits where? For each seat: me, link, anyone, bot:NAME or a computer,\n"
    "such as level:3 or best:1s.",
    "online_wanted": "{given}: neither me, link, anyone nor bot:NAME; and as a computer: {reason}",
    "online_seat": "{seat}; just Enter means {usual}:",
    "online_watch_which": "Which match would you like to watch?",
    "online_running": "{game}: {players}",
    "online_another": "another one, whose link or name you have",
    "online_which_match": "Its link, or its name with a code or without:",
    "online_menu": "play with people on other machines: host, join or watch",
    "online_what": "Where?",
    "online_host": "open a hall on this machine",
    "online_join": "go to a hall that is open: its address, or a link",
    "online_who_comes": "Who may come?",
    "online_here": "only people at this machine",
    "online_lan": "people in this network, which I trust: nothing is encrypted",
    "online_address": "Its address or a link; just Enter means {usual}:",
    "online_opened": "The hall is open at {address} until you leave Parlour.",
    "online_not_opened": "the hall could not be opened: {reason}",
    "online_not_begun": "the match has not begun, so there is nothing to keep",
    "online_exists": "{path} is there already; choose another name",
    "online_no_hint": "hints are for matches against computers; here people play",
    "online_keys": """\
# Keys

Arrows and Enter, or the mouse, touch a site; what may be touched next is lit. `n` goes to the next
lit site, Tab to the buttons. `u` takes back, `d` offers a draw, `a` agrees, `x` declines, `t`
talks, Escape forgets what was touched, `r` twice resigns, `m` asks for another match, `q` leaves;
the seat stays yours.""",
    "online_again_key": "Press m to play again, q to leave.",
    "online_talk": "Say to everybody (Enter sends, Escape does not):",
}
