"""An action as a person makes it: the sites to touch, one after the other.

`Paths` is the trie of all legal actions of one seat. A front end lights `next(touched)`, adds what
the person touches, and is done when `action(touched)` is a number. It never knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Branch = dict[str, "int | Branch"]
"""What travels on the wire: a site leads to an action, or to further sites."""


class Paths:
    """A trie of sites. Several paths may lead to one action; none is the beginning of another."""

    def __init__(self, tree: Branch | None = None) -> None:
        self.tree: Branch = {} if tree is None else tree

    @classmethod
    def of(cls, ways: Iterable[tuple[Sequence[str], int]]) -> Paths:
        """The trie of (path, action) pairs."""
        paths = cls()
        for path, action in ways:
            paths.add(path, action)
        return paths

    def add(self, path: Sequence[str], action: int) -> None:
        branch = self.tree
        for site in path[:-1] if len(path) > 1 else ():
            deeper = branch.setdefault(site, {})
            if isinstance(deeper, int):
                raise ValueError(f"{path}: another path ends on its way, at {site}")
            branch = deeper
        last = path[-1]
        if branch.setdefault(last, action) != action:
            raise ValueError(f"{path} leads to two actions or is the beginning of another path")

    def at(self, touched: Sequence[str]) -> int | Branch | None:
        """The action or the branch that the touched sites lead to; None if they lead nowhere."""
        branch: int | Branch = self.tree
        for site in touched:
            if isinstance(branch, int) or site not in branch:
                return None
            branch = branch[site]
        return branch

    def next(self, touched: Sequence[str] = ()) -> tuple[str, ...]:
        """The sites that may be touched after these."""
        branch = self.at(touched)
        return tuple(branch) if isinstance(branch, dict) else ()

    def action(self, touched: Sequence[str]) -> int | None:
        """The action these sites make, once they are complete."""
        branch = self.at(touched)
        return branch if isinstance(branch, int) else None

    def touch(self, touched: tuple[str, ...], site: str) -> tuple[str, ...] | None:
        """What is touched once a person touches a site too: the way goes on, the last site is let
        go, or another way begins; None if the site leads nowhere now."""
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
                stack.extend(((*path, site), deeper) for site, deeper in branch.items())

    def __bool__(self) -> bool:
        return bool(self.tree)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paths) and self.tree == other.tree

    __hash__ = None  # type: ignore[assignment]
