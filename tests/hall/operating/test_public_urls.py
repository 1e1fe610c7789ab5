"""The addresses that a hall gives to people."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.hall import server
from parlour.hall.operating import public_urls
from parlour.hall.operating.config import Config
from parlour.hall.operating.public_urls import public_urls as urls_of


@pytest.mark.parametrize(
    ("config", "given"),
    [
        (Config(), "http://127.0.0.1:8722"),
        (Config("::1", 80), "http://[::1]:80"),
        (Config("192.168.0.5", lan=True), "http://192.168.0.5:8722"),
        (Config("0.0.0.0", public="https://play.example.org"), "https://play.example.org"),
    ],
)
def test_where_a_hall_listens_at_one_address_that_is_it(config: Config, given: str):
    assert urls_of(config) == (given,)


def test_nobody_is_sent_to_every_address_at_once(monkeypatch: pytest.MonkeyPatch):
    own = {"AF_INET": "192.168.0.5", "AF_INET6": "fd00::5"}
    monkeypatch.setattr(public_urls, "_own_address", lambda family: own[family.name])
    first, last = "http://192.168.0.5:8722", "http://localhost:8722"
    assert urls_of(Config("0.0.0.0", lan=True)) == (first, last)
    assert urls_of(Config("::", lan=True)) == (first, "http://[fd00::5]:8722", last)


def test_a_machine_without_a_network_has_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(public_urls, "_own_address", lambda _family: "")
    assert urls_of(Config("0.0.0.0", lan=True)) == ("http://localhost:8722",)


@pytest.mark.parametrize(
    ("words", "host", "alone"),
    [
        ([], "127.0.0.1", True),
        (["--lan"], "0.0.0.0", False),
        (["--lan", "--host", "127.0.0.1"], "127.0.0.1", True),
        (["--public", "https://play.example.org"], "127.0.0.1", False),
    ],
)
def test_lan_opens_the_hall_to_the_network_and_otherwise_it_is_for_this_machine_only(
    monkeypatch: pytest.MonkeyPatch, words: list[str], host: str, alone: bool
):
    async def run(config: Config, opened: object) -> None:
        assert callable(opened)
        assert config.host == host
        opened()

    monkeypatch.setattr(server, "serve", run)
    result = CliRunner().invoke(main, ["serve", *words])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("The server runs at http")
    assert "0.0.0.0" not in result.stdout
    assert ("for this machine only" in result.stdout) is alone
