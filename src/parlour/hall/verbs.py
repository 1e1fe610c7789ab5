"""The hall's verbs of the command line."""

from __future__ import annotations

import click

from parlour.hall.config import Config


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8722, show_default=True, type=click.IntRange(1, 65_535))
@click.option("--database", default="", help="sqlite:PATH or postgresql://...")
@click.option("--public", default="", help="The https address people use, behind a proxy.")
@click.option("--proxy", default="", help="The address of that proxy, whose headers are believed.")
@click.option("--lan", is_flag=True, help="Serve a trusted network without encryption.")
def serve(host: str, port: int, database: str, public: str, proxy: str, lan: bool) -> None:
    """Open a hall where people and programs play together."""
    import uvloop

    from parlour.hall.server import serve as run
    from parlour.table.files import data_folder

    address = database or f"sqlite:{data_folder() / 'matches.db'}"
    config = Config(host, port, address, public, proxy, lan)
    config.check()
    click.echo(f"The hall is open at {config.public or f'http://{host}:{port}'} (Ctrl-C to close).")
    uvloop.run(run(config))
