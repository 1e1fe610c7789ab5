"""Actions as paths: the sites that a person touches, in order.

`Paths` is a trie of all legal actions of a seat. A front end highlights `next(touched)`, appends
the site that the person touches, and sends the action once `action(touched)` is not None. It needs
no knowledge of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Branch = dict[str, "int | Branch"]
"""A node of the trie, as it is sent as JSON: each site leads to an action or to a child node."""


class Paths:
    """A trie of sites. Several paths may lead to one action; no path is a prefix of another."""

    def __init__(self, tree: Branch | None = None) -> None:
        self.tree: Branch = {} if tree is None else tree

    @classmethod
    def of(cls, pairs: Iterable[tuple[Sequence[str], int]]) -> Paths:
        """The trie of (path, action) pairs."""
        paths = cls()
        for path, action in pairs:
            paths.add(path, action)
        return paths

    def add(self, path: Sequence[str], action: int) -> None:
        branch = self.tree
        for site in path[:-1] if len(path) > 1 else ():
            child = branch.setdefault(site, {})
            if isinstance(child, int):
                raise ValueError(f"{path}: another path ends on its way, at {site}")
            branch = child
        last = path[-1]
        if branch.setdefault(last, action) != action:
            raise ValueError(f"{path} leads to two actions or is the beginning of another path")

    def at(self, touched: Sequence[str]) -> int | Branch | None:
        """The action or the node at the end of these sites; None if they are on no path."""
        branch: int | Branch = self.tree
        for site in touched:
            if isinstance(branch, int) or site not in branch:
                return None
            branch = branch[site]
        return branch

    def next(self, touched: Sequence[str] = ()) -> tuple[str, ...]:
        """The sites that may be touched next."""
        branch = self.at(touched)
        return tuple(branch) if isinstance(branch, dict) else ()

    def action(self, touched: Sequence[str]) -> int | None:
        """The action of these sites if they are a complete path, else None."""
        branch = self.at(touched)
        return branch if isinstance(branch, int) else None

    def touch(self, touched: tuple[str, ...], site: str) -> tuple[str, ...] | None:
        """The touched sites after one more touch, which extends the path, releases its last site or
        starts another path; None if the site does none of these."""
        if site in self.next(touched):
            return (*touched, site)
        if site in touched[-1:]:
            return touched[:-1]
        return (site,) if site in self.next() else None

    def __iter__(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Every path with its action."""
        stack: list[tuple[tuple[str, ...], int | Branch]] = [((), self.tree)]
        while stack:
            path, branch = stack.pop()
            if isinstance(branch, int):
                yield path, branch
            else:
                stack.extend(((*path, site), child) for site, child in branch.items())

    def __bool__(self) -> bool:
        return bool(self.tree)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paths) and self.tree == other.tree

    __hash__ = None  # type: ignore[assignment]
