"""The page at the hall's root address: what this is, and how to join."""

from __future__ import annotations

from html import escape

from parlour import games
from parlour.hall.operating.config import Config
from parlour.hall.operating.public_urls import public_urls
from parlour.table.registry import find

_page = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlour</title>
<style>
body {{ font: 18px/1.5 system-ui, sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em;
  color: #222; background: #faf8f4; }}
code {{ background: #eee8dc; padding: .1em .3em; border-radius: .2em; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #ddd; background: #1d1b18; }}
  code {{ background: #332f29; }} }}
</style>
<h1>Parlour</h1>
<p>A server where people and programs play small board games: {titles}.</p>
<h2>Join from a terminal</h2>
<p><code>parlour join {address}</code> shows the open matches and lets you create one.
If a friend sent you the code of a seat: <code>parlour join {address} CODE</code>.</p>
<h2>For programs</h2>
<p>The HTTP interface is described at <a href="/api/schema/openapi.json">/api/schema</a>;
bots take a seat with <code>parlour bot {address}</code>.</p>
</html>
"""


def welcome_page(config: Config) -> str:
    titles = ", ".join(find(slug).title for slug in games())
    address = public_urls(config)[0]
    return _page.format(titles=escape(titles), address=escape(address))
