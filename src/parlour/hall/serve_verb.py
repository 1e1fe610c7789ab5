"""`parlour serve`: every setting of a hall as an option, and as a variable of the environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from parlour.command_line.browser import open_browser
from parlour.hall.operating.config import BOUNDS, Config, is_loopback
from parlour.hall.operating.public_urls import public_urls
from parlour.hall.operating.secret_files import read_secret
from parlour.hall.storage.upkeep.with_database import database_option
from parlour.table.sentences import Sentence, listing

ON_THIS_MACHINE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - where --lan is said


def _setting(name: str, help: str, **more: Any) -> Callable[[Any], Any]:
    """An option for a setting; its default is that of `Config`."""
    if name in BOUNDS:
        more |= {"type": click.IntRange(*BOUNDS[name]), "show_default": True}
        more |= {"default": getattr(Config(), name)}
    return click.option(
        f"--{name.replace('_', '-')}",
        envvar=f"PARLOUR_{name.upper()}",
        show_envvar=True,
        help=help,
        **more,
    )


@click.command()
@_setting(
    "host", "The address to listen on; default: 127.0.0.1 (this machine only), 0.0.0.0 with --lan."
)
@_setting("port", "The port to listen on.")
@database_option
@_setting("public", "The https address that people use, if there is a proxy.", default="")
@_setting("proxy", "The address of that proxy; its X-Forwarded-For header is trusted.", default="")
@_setting("lan", "Serve a trusted local network without encryption.", is_flag=True)
@_setting("computers", "The number of processes for computer players.")
@_setting("sockets", "The most WebSocket connections.")
@_setting("sockets_per_address", "The most of them from one address.")
@_setting("connections_per_address", "The most HTTP connections from one address.")
@_setting("streams", "The most streams over HTTP.")
@_setting("streams_per_person", "The most of them for one person.")
@_setting(
    "requests_per_second",
    "HTTP requests per address and per person; a burst may have five times as many.",
)
@_setting("sign_ins_per_minute", "New guests, new accounts and sign-ins per address.")
@_setting("open_matches", "The most matches of one person that wait for players.")
@_setting(
    "metrics_token",
    "Allow other machines to read /metrics with this token. Do not write it on the command line,"
    " where others can read it.",
    default=lambda: read_secret("PARLOUR_METRICS_TOKEN_FILE"),
)
@click.option(
    "--browser/--no-browser",
    default=True,
    envvar="PARLOUR_BROWSER",
    show_envvar=True,
    help="Open the page in a browser; default: at a terminal with a display.",
)
def serve(host: str | None, database_url: str, lan: bool, browser: bool, **settings: Any) -> None:
    """Run a server for people and programs. Parlour calls such a server a hall."""
    import uvloop

    from parlour.hall import server

    host = host or (EVERYWHERE if lan else ON_THIS_MACHINE)
    config = Config(host, database=database_url, lan=lan, **settings)
    config.check()

    def opened() -> None:
        alone = not config.public and is_loopback(config.host)
        said = "hall.open_here" if alone else "hall.open"
        addresses = public_urls(config)
        click.echo(str(Sentence(said, addresses=listing(addresses))))
        if browser:
            open_browser(addresses[-1])  # of this machine, if there are several

    uvloop.run(server.serve(config, opened))
