"""Hostile programs: hostile.py KIND VARIANT MARKER

Each plays as a proper bot would, any square of a Brique 5 x 5, until it does what its kind does.
What a program starts has the marker in its command line, so that it can be found again. Everything
here ends by itself after a minute, should nobody end it.
"""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import time

END = time.time() + 60
SQUARES = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def wait() -> None:
    while time.time() < END:
        time.sleep(0.1)
    os._exit(0)


def random_unit() -> None:
    while time.time() < END:
        pass
    os._exit(0)


def bear() -> None:
    """A child that waits."""
    if os.fork() == 0:
        wait()


def legal(line: str) -> str:
    """A move for a position as Brique writes it."""
    rows, _, _, asked = line.split()[2:6]
    if asked == "ask":
        return "keep"
    empty: set[str] = set()
    for row, text in zip(range(5, 0, -1), rows.split("/"), strict=True):
        column = 0
        for sign in text:
            if sign.isdigit():
                empty |= {f"{'abcde'[column + i]}{row}" for i in range(int(sign))}
            column += int(sign) if sign.isdigit() else 1
    return min(empty)


def daemonise() -> None:
    """Twice forked, in a session of its own, with nothing that ties it to its parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.closerange(0, 64)
        wait()


def escape() -> None:
    """The same, as another program with an empty environment."""
    program = f"import time; time.sleep(60) # {sys.argv[3]}"
    subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", program],
        env={},
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def bomb() -> None:
    until = time.time() + 1.0  # or, unguarded, it would take the machine
    while time.time() < until:
        os.fork()
    time.sleep(5)
    os._exit(0)


def bear_many() -> None:
    for _ in range(40):
        bear()
    wait()


def swallow() -> None:
    eaten: list[bytearray] = []
    while time.time() < END:
        eaten.append(bytearray(b"x" * 8_000_000))


def swallow_together() -> None:
    """None of them takes too much, all of them do."""
    for _ in range(6):
        if os.fork() == 0:
            eaten = bytearray(b"x" * 60_000_000)
            wait()
            del eaten
    wait()


def swallow_slowly() -> None:
    text = "x"
    while time.time() < END:
        text += text


def swallow_pages() -> None:
    pages = [mmap.mmap(-1, 16_000_000) for _ in range(100)]
    for page in pages:
        page.write(b"x" * 16_000_000)


def ignore_everything() -> None:
    for number in range(1, signal.NSIG):
        if number not in (signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD, 32, 33):
            signal.signal(number, signal.SIG_IGN)


def stay() -> None:
    ignore_everything()
    wait()


def stay_together() -> None:
    ignore_everything()
    bear()
    daemonise()
    wait()


def stay_and_play_on() -> None:
    ignore_everything()
    say("bestmove z9")
    wait()


def stay_deaf() -> None:
    ignore_everything()
    os.close(0)
    random_unit()


def flood(data: bytes) -> None:
    while time.time() < END:
        os.write(1, data)


def flood_errors() -> None:
    until = time.time() + 0.3
    while time.time() < until:
        os.write(2, b"complaint\n" * 1_000)
    wait()


def stop_itself() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def close_and_wait() -> None:
    os.close(1)
    wait()


def half_an_answer() -> None:
    os.write(1, b"bestmo")
    os._exit(4)


KINDS = {
    # kind: what happens at the word of each variant
    "dies_at_start": {
        "ugi": [
            lambda: os._exit(0),
            lambda: sys.exit("no licence"),
            lambda: os.kill(os.getpid(), signal.SIGKILL),
            os.abort,
        ]
    },
    "dies_in_the_match": {
        "isready": [lambda: os._exit(3)],
        "position": [lambda: os._exit(3)],
        "go": [half_an_answer],
        "go again": [lambda: os._exit(3)],
    },
    "hangs_at_start": {"ugi": [wait, random_unit, close_and_wait, stop_itself]},
    "hangs_on_a_move": {"isready": [wait], "go": [wait, random_unit], "go again": [stop_itself]},
    "plays_what_is_not_legal": {
        "go": [
            lambda: say("bestmove z9"),
            lambda: say("bestmove"),
            lambda: say("bestmove " + "a1" * 1_000),
        ],
        "go again": [lambda: say("bestmove resign")],
    },
    "answers_out_of_turn": {
        "ugi": [lambda: say("bestmove a1")],
        "isready": [lambda: say("bestmove a1")],
        "position": [lambda: say("bestmove a1")],
        "go": [lambda: say("bestmove a5\nbestmove b5")],
    },
    "floods": {
        "ugi": [lambda: flood(b"x" * 4_096)],
        "go": [
            lambda: flood(b"info string so much to say\n" * 100),
            lambda: say("info string " + "x" * 10_000_000),
            flood_errors,
        ],
    },
    "forks": {"ugi": [bomb], "go": [bear_many, bomb, lambda: (daemonise(), escape(), wait())]},
    "will_not_go": {"go": [stay, stay_together, stay_and_play_on, stay_deaf]},
    "prints_binary": {
        "ugi": [lambda: os.write(1, bytes(range(256)) * 10 + b"\n")],
        "go": [
            lambda: os.write(1, b"bestmove \xff\xfe\n"),
            lambda: os.write(1, b"\0" * 100 + b"\n"),
            lambda: say("bestmove \x1b[2Ja1"),
        ],
    },
    "eats_memory": {"go": [swallow, swallow_together, swallow_slowly, swallow_pages]},
}


def variant(kind: str, number: int) -> tuple[str, object]:
    return [(word, action) for word, actions in KINDS[kind].items() for action in actions][number]


def main() -> None:
    when, action = variant(sys.argv[1], int(sys.argv[2]))
    moves = 0
    position = ""
    for line in sys.stdin:
        word = line.split()[0]
        again = "go again" if word == "go" and moves else word
        if when in (word, again):
            action()  # type: ignore[operator]
        if word == "ugi":
            say("id name hostile\nugiok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            position = line
        elif word == "go":
            moves += 1
            say(f"bestmove {legal(position)}")
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
