"""The files of self-play data: Parquet with zstd, a fixed schema, and a check of every byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from parlour.lab.extras import load
from parlour.table.errors import BadRecord
from parlour.table.sentences import Sentence, shorten

COLUMNS = {
    "match": ("int64", "the number of the match, from 0 on"),
    "ply": ("int32", "the events of the match before this decision, the opening included"),
    "seat": ("int8", "the seat that decides"),
    "line": ("string", "the whole position: `game.from_line(line)` gives the state"),
    "legal": ("list<int32>", "the legal actions of the seat, sorted"),
    "visits": (
        "list<int32>",
        "the visits of each legal action; null if the player does not search",
    ),
    "value": ("float32", "what the search expects for the seat, -1 to 1; null without a search"),
    "nodes": ("int64", "the size of the search: its simulations or positions"),
    "action": ("int32", "the action that was played"),
    "move": ("string", "the same as people write it"),
    "payoff": ("float32", "what the seat had at the end of the match"),
    "payoffs": ("list<float32>", "what each seat had"),
}
"""The schema: type and meaning of each column."""
ROW_GROUP = 16_384


def schema() -> Any:
    """The schema as pyarrow has it; `visits` and `value` may be null."""
    arrow = load("pyarrow")
    fields = [
        arrow.field(name, _type(arrow, kind), nullable=name in ("visits", "value"))
        for name, (kind, _) in COLUMNS.items()
    ]
    return arrow.schema(fields)


def _type(arrow: Any, kind: str) -> Any:
    if kind.startswith("list<"):
        return arrow.list_(getattr(arrow, kind[5:-1])())
    return getattr(arrow, kind)()


def to_parquet(rows: Sequence[dict[str, Any]], digest: str, shard: int) -> bytes:
    """The file of a shard; equal rows give equal bytes."""
    arrow, out = load("pyarrow"), BytesIO()
    about = {"parlour.plan": digest, "parlour.shard": str(shard)}
    table = arrow.Table.from_pylist(list(rows), schema=schema().with_metadata(about))
    load("pyarrow.parquet").write_table(
        table,
        out,
        compression="zstd",
        row_group_size=ROW_GROUP,
        write_page_checksum=True,
    )
    return out.getvalue()


def shard_file(folder: Path, shard: int) -> Path:
    return folder / "data" / f"shard-{shard:06}.parquet"


def check_shard(path: Path, digest: str, shard: int) -> int:
    """Read the whole file, with its checksums; the number of its rows, or BadRecord."""
    arrow, parquet = load("pyarrow"), load("pyarrow.parquet")
    try:
        with parquet.ParquetFile(path, page_checksum_verification=True) as file:
            about: dict[bytes, bytes] = file.schema_arrow.metadata or {}
            named = about.get(b"parlour.plan"), about.get(b"parlour.shard")
            if named != (digest.encode(), str(shard).encode()):
                raise _damaged(path, Sentence("selfplay.other_shard"))
            return file.read().num_rows
    except (arrow.ArrowException, OSError) as error:
        raise _damaged(path, error) from None


def _damaged(path: Path, reason: object) -> BadRecord:
    said = shorten(" ".join(str(reason).split()).rstrip("."), 120)
    return BadRecord("selfplay.damaged", path=shorten(str(path), 200), reason=said)


def schema_table() -> Iterator[str]:
    """The schema as a table in Markdown."""
    yield "| column | type | meaning |"
    yield "|---|---|---|"
    for name, (kind, meaning) in COLUMNS.items():
        yield f"| `{name}` | {kind} | {meaning} |"
