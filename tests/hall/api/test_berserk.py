"""berserk, a client that others wrote for lichess, plays in a real hall on this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import Any

import berserk
import pytest
import requests
from berserk.exceptions import ResponseError

from tests.hall.running import RunningHall

_numbers = count()


class Player:
    """An account with a token, and berserk's client for it."""

    def __init__(self, address: str) -> None:
        self.name = f"player-x{next(_numbers)}x"
        answer = requests.post(
            f"{address}/api/accounts", json={"name": self.name, "password": "a long password"}
        )
        with berserk.TokenSession(answer.json()["token"]) as session:
            account = berserk.Client(session, base_url=address).account
            account.upgrade_to_bot()
            self.token: str = account._r.post("/api/token")["access_token"]
        self._session = berserk.TokenSession(self.token)
        self.client: Any = berserk.Client(self._session, base_url=address)  # its types are chess's
        self._events: Iterator[Any] | None = None

    def close(self) -> None:
        self._events = None
        self._session.close()

    def ask(self, other: Player, variant: str = "brique", **more: Any) -> str:
        """Challenge somebody; the name of the match."""
        made = self.client.challenges.create(other.name, False, variant=variant, **more)
        assert made["status"] == "created"
        return made["id"]

    def event(self, kind: str, id: str = "") -> Any:
        """The next event of a kind, about a match or a challenge."""
        events = self._events = self._events or self.client.bots.stream_incoming_events()
        for event in events:
            about = event.get("game") or event.get("challenge")
            if event["type"] == kind and (not id or about["id"] == id):
                return about
        raise AssertionError("the stream has ended")

    def states(self, id: str) -> Iterator[Any]:
        """The states of a match, the first one as it stands."""
        for line in self.client.bots.stream_game_state(id):
            if line["type"] == "gameFull":
                yield line["state"]
            elif line["type"] == "gameState":
                yield line

    def play(self, id: str) -> None:
        """Make the first legal move; wait until it is one's turn."""
        state = next(state for state in self.states(id) if state.get("legal"))
        self.client.bots.make_move(id, state["legal"][0])


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Streams never end by themselves: who waits for what does not come is woken."""

    def too_long(*_: object) -> None:
        raise TimeoutError("nothing came")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with RunningHall(tmp_path_factory.mktemp("hall")) as hall:
        yield hall.address


@pytest.fixture
def ann(address: str) -> Iterator[Player]:
    with closing(Player(address)) as player:
        yield player


@pytest.fixture
def ben(address: str) -> Iterator[Player]:
    with closing(Player(address)) as player:
        yield player


@pytest.fixture
def eve(address: str) -> Iterator[Player]:
    with closing(Player(address)) as player:
        yield player


def begun(ann: Player, ben: Player, variant: str = "brique") -> str:
    """A match between them; Ann is white."""
    id = ann.ask(ben, variant, color="white")
    ben.client.bots.accept_challenge(id)
    return id


def refused(what: Any, *arguments: Any) -> int:
    with pytest.raises(ResponseError) as caught:
        what(*arguments)
    assert caught.value.response.json()["detail"]
    return caught.value.status_code


# ---- accounts and challenges ---------------------------------------------------------------------


def test_an_account_is_known(ann: Player):
    account = ann.client.account.get()
    assert (account["id"], account["username"], account["title"]) == (ann.name, ann.name, "BOT")
    assert account["perfs"]["brique"]["games"] == 0
    (known,) = ann.client.oauth.test_tokens(ann.token).values()
    assert known["userId"] == ann.name
    assert "bot:play" in known["scopes"].split(",")
    assert ann.client.oauth.test_tokens("nobody's") == {"nobody's": None}


def test_a_challenge_is_made_heard_and_accepted_both_ways(ann: Player, ben: Player):
    for one, other in ((ann, ben), (ben, ann)):
        id = one.ask(other, clock_limit=300, clock_increment=2)
        heard = other.event("challenge", id)
        assert heard["challenger"]["name"] == one.name
        assert heard["timeControl"]["limit"] == 300
        assert [c["id"] for c in other.client.challenges.get_mine()["in"]] == [id]
        assert [c["id"] for c in one.client.challenges.get_mine()["out"]] == [id]
        other.client.challenges.accept(id)
        assert other.event("gameStart", id)["opponent"]["username"] == one.name
        assert one.client.challenges.get_mine() == {"in": [], "out": []}
        assert one.event("gameStart", id)["isMyTurn"] is (heard["color"] == "white")
        one.client.bots.resign_game(id)
        assert one.event("gameFinish", id)["status"]["name"] == "resign"


def test_a_challenge_for_days_and_one_without_a_clock(ann: Player, ben: Player):
    slow = ben.client.challenges.get_mine
    ann.ask(ben, days=3)
    ann.ask(ben)
    shown = [challenge["timeControl"] for challenge in slow()["in"]]
    assert shown == [{"type": "correspondence", "daysPerTurn": 3}, {"type": "unlimited"}]


def test_a_challenge_is_declined_with_the_reason(ann: Player, ben: Player):
    id = ann.ask(ben)
    ann.event("gameFinish", begun_and_resigned(ann, ben))  # the stream has seen the challenge
    ben.client.bots.decline_challenge(id, reason="variant")
    heard = ann.event("challengeDeclined", id)
    assert (heard["declineReasonKey"], heard["destUser"]["name"]) == ("variant", ben.name)
    assert heard["declineReason"].endswith(".")
    assert refused(ben.client.bots.accept_challenge, id) == 404


def begun_and_resigned(ann: Player, ben: Player) -> str:
    id = begun(ann, ben)
    ann.event("gameStart", id)
    ben.client.bots.resign_game(id)
    return id


def test_a_challenge_is_cancelled(ann: Player, ben: Player):
    id = ann.ask(ben)
    ben.event("challenge", id)
    ann.client.challenges.cancel(id)
    assert ben.event("challengeCanceled", id)["challenger"]["name"] == ann.name
    assert refused(ben.client.challenges.accept, id) == 404


# ---- a match -------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["brique", "chessicle"])
def test_a_whole_match_is_played(ann: Player, ben: Player, slug: str):
    id = begun(ann, ben, slug)
    states = {player: player.states(id) for player in (ann, ben)}
    now = {player: next(states[player]) for player in states}
    for _ in range(300):
        mover = next((player for player in states if now[player].get("legal")), None)
        if mover is None or now[mover]["status"] != "started":
            break
        moves = now[mover]["moves"]
        mover.client.bots.make_move(id, now[mover]["legal"][0])
        for player in states:
            now[player] = next(s for s in states[player] if len(s["moves"]) > len(moves))
        if len(now[ann]["moves"].split()) >= 12:
            mover.client.bots.resign_game(id)
            for player in states:
                now[player] = next(s for s in states[player] if s["status"] != "started")
            break
    assert now[ann]["status"] == now[ben]["status"] != "started"
    assert now[ann]["winner"] == now[ben]["winner"]


def test_chat_draw_and_takeback(ann: Player, ben: Player):
    id = begun(ann, ben)
    lines = ben.client.bots.stream_game_state(id)
    assert next(lines)["type"] == "gameFull"
    ann.client.bots.post_message(id, "good luck")
    said = next(line for line in lines if line["type"] == "chatLine")
    assert (said["username"], said["text"], said["room"]) == (ann.name, "good luck", "player")
    ann.play(id)
    ann.client.board.offer_takeback(id)
    assert next(line for line in lines if line.get("wtakeback"))["moves"] != ""
    ben.client.board.decline_takeback(id)
    assert next(line for line in lines if not line.get("wtakeback"))["moves"] != ""
    ann.client.board.offer_takeback(id)
    ben.client.board.accept_takeback(id)
    assert next(line for line in lines if line.get("moves") == "")["status"] == "started"
    ann.play(id)
    ben.client.board.offer_draw(id)
    ann.client.board.decline_draw(id)
    ben.client.board.offer_draw(id)
    ann.client.board.accept_draw(id)
    over = next(line for line in lines if line.get("status") not in (None, "started"))
    assert over["status"] == "draw"
    assert "winner" not in over


def test_what_was_said_is_looked_up_by_who_plays(ann: Player, ben: Player, eve: Player):
    id = begun(ann, ben)
    assert ann.client.board.get_game_chat(id) == []
    ann.client.bots.post_message(id, "good luck")
    ben.client.board.post_message(id, "you too")
    said = [{"user": ann.name, "text": "good luck"}, {"user": ben.name, "text": "you too"}]
    assert ann.client.board.get_game_chat(id) == said
    assert ben.client.bots._r.get(f"/api/bot/game/{id}/chat") == said
    assert refused(eve.client.board.get_game_chat, id) == 403


def test_a_challenge_has_to_name_a_game(ann: Player, ben: Player):
    with pytest.raises(ResponseError) as caught:
        ann.client.challenges.create(ben.name, False)
    assert caught.value.response.json()["code"] == "hall.no_variant"


def test_a_match_is_aborted_before_the_first_move_and_not_later(ann: Player, ben: Player):
    id = begun(ann, ben)
    ben.client.bots.abort_game(id)
    assert next(ann.states(id))["status"] == "aborted"
    id = begun(ann, ben)
    for player in (ann, ben, ann):
        player.play(id)
    assert refused(ann.client.bots.abort_game, id) == 409


def test_who_resigns_loses_and_both_play_again(ann: Player, ben: Player):
    id = begun(ann, ben)
    ann.client.bots.resign_game(id)
    assert next(ben.states(id))["winner"] == "black"
    again = f"/api/bot/game/{id}/rematch"
    assert ann.client.bots._r.post(again) == {"ok": True}
    next_match = ben.client.bots._r.post(again)["id"]
    assert ben.event("gameStart", next_match)["color"] == "white"


def test_operations_on_matches_of_others_are_refused(ann: Player, ben: Player, eve: Player):
    id = begun(ann, ben)
    assert refused(eve.client.bots.make_move, id, "a1") == 403
    assert refused(lambda: next(eve.client.bots.stream_game_state(id))) == 403
    assert refused(ben.client.bots.make_move, id, "a1") == 409, "not its turn"


# ---- looking up ----------------------------------------------------------------------------------


def test_running_matches_are_listed(ann: Player, ben: Player):
    assert ann.client.games.get_ongoing() == []
    id = begun(ann, ben)
    (game,) = ann.client.games.get_ongoing()
    assert (game["gameId"], game["isMyTurn"], game["color"]) == (id, True, "white")
    assert game["opponent"]["username"] == ben.name
    assert not ben.client.games.get_ongoing()[0]["isMyTurn"]


def test_a_match_is_exported_as_json_and_in_the_manner_of_pgn(ann: Player, ben: Player):
    id = begun(ann, ben)
    for player in (ann, ben):
        player.play(id)
    ann.client.bots.resign_game(id)
    told = next(ben.states(id))["moves"]
    game = ann.client.games.export(id)
    assert isinstance(game, dict)
    assert (game["moves"], game["winner"], game["status"]) == (told, "black", "resign")
    assert game["players"]["white"]["user"]["name"] == ann.name
    text = ann.client.games.export(id, as_pgn=True)
    assert f'[White "{ann.name}"]' in text
    assert "1. " + told in text
    assert text.endswith("0-1\n")


def test_what_is_hidden_is_not_looked_up_either(ann: Player, ben: Player, eve: Player):
    """The opponent and a spectator find out nothing by any route."""
    secret = {"variant": "chessicle", "settings.deployment": "hidden", "color": "white"}
    id = ann.client.challenges._r.post(f"/api/challenge/{ben.name}", json=secret)["id"]
    ben.client.bots.accept_challenge(id)
    state = next(state for state in ann.states(id) if state.get("legal"))
    move = state["legal"][0]
    ann.client.bots.make_move(id, move)
    assert ann.client.games.export(id)["moves"] == move
    for player in (ben, eve):
        assert player.client.games.export(id)["moves"] == "?"
        assert move not in player.client.games.export(id, as_pgn=True).split("\n\n")[1].split()
    line = ben.client.games.get_ongoing()[0]["fen"]
    assert line == next(ben.states(id))["line"] != ann.client.games.get_ongoing()[0]["fen"]


def test_people_are_looked_up_with_their_ratings(ann: Player, ben: Player):
    id = ann.client.challenges.create(ben.name, True, variant="brique", color="white")["id"]
    ben.client.challenges.accept(id)
    for player in (ann, ben, ann, ben):
        player.play(id)
    ann.client.bots.resign_game(id)
    while not (winner := ann.client.users.get_public_data(ben.name))["perfs"]["brique"]["games"]:
        pass  # it is counted in a moment
    assert winner["perfs"]["brique"]["rating"] > 1500
    assert winner["perfs"]["brique"]["prov"]
    assert winner["title"] == "BOT"
    both = ann.client.users.get_by_id(ann.name, ben.name, "nobody")
    assert [one["username"] for one in both] == [ann.name, ben.name]
    assert ann.client.users.get_leaderboard("brique") == [], "both are provisional"
    assert refused(ann.client.users.get_public_data, "nobody") == 404


def test_bots_that_listen_are_online(ann: Player, ben: Player):
    ann.event("gameStart", begun(ann, ben))
    online = [bot["username"] for bot in ben.client.bots.get_online_bots()]
    assert ann.name in online
    assert ben.name not in online
    statuses = ben.client.users.get_realtime_statuses(ann.name, ben.name)
    assert [one["online"] for one in statuses] == [True, False]
