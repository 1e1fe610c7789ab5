"""Generates the mutants of a source; each has one small fault.

The fault is spliced into the text, so that a survivor shows as a diff of one line. Strings are not
mutated: most are names and texts rather than logic.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "&",
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
BUILD_TIME = ("cython.compiled", "TYPE_CHECKING", "__name__")
COMPILED_ONLY = (
    "python_chance_odds",
    "python_encode",
    "python_floats",
    "python_sample_action",
    "python_legal",
    "python_tactical",
    "python_playout",
    "python_result",
    "python_rollout",
    "python_priors",
)
"""Functions that only compiled code calls, in a game without a `.pxd`."""


@dataclass(frozen=True)
class Mutant:
    """A fault: the text between two offsets of a file is replaced."""

    file: str
    start: int
    end: int
    new: str
    line: int
    source: str

    @cached_property
    def text(self) -> str:
        return self.source[: self.start] + self.new + self.source[self.end :]

    @property
    def old(self) -> str:
        return self.source[self.start : self.end]

    @cached_property
    def digest(self) -> str:
        """Identifies the mutant while its file is unchanged."""
        return hashlib.sha256(f"{self.file}\n{self.text}".encode()).hexdigest()[:16]

    @property
    def fault(self) -> tuple[str, str]:
        """The changed lines, before and after; identifies the mutant even if the rest of its file
        changes."""
        before, after = self.source.splitlines(), self.text.splitlines()
        head = self.line - 1
        last = self.source.count("\n", 0, self.end) + 1
        tail = len(before) - last
        return (
            "\n".join(line.strip() for line in before[head:last]),
            "\n".join(line.strip() for line in after[head : len(after) - tail]),
        )

    def diff(self) -> str:
        lines = difflib.unified_diff(
            self.source.splitlines(), self.text.splitlines(), self.file, self.file, lineterm="", n=2
        )
        return "\n".join(lines)


def mutants(file: str, source: str) -> list[Mutant]:
    """All mutants of a source that still compile, in the order of the text."""
    found = sorted(set(Faults(source).all()))
    made = [
        Mutant(file, start, end, new, source.count("\n", 0, start) + 1, source)
        for start, end, new in found
    ]
    return [mutant for mutant in made if readable(mutant.text)]


def readable(text: str) -> bool:
    try:
        compile(text, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


Fault = tuple[int, int, str]
"""Start and end offsets in the text, and the replacement."""


class Faults:
    """Walks the syntax tree of a source and yields its faults."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self.encoded = [line.encode() for line in source.splitlines(keepends=True)]
        self.silent: set[int] = set()
        self.begins = [0]
        for line in source.splitlines(keepends=True):
            self.begins.append(self.begins[-1] + len(line))

    def all(self) -> Iterator[Fault]:
        yield from self.within(self.tree)

    def within(self, node: ast.AST) -> Iterator[Fault]:
        """The faults of a node and its descendants, except in annotations and build-time code."""
        if isinstance(node, ast.If) and any(word in ast.unparse(node.test) for word in BUILD_TIME):
            return  # stand-ins for what a .pxd declares, and imports
        if isinstance(node, ast.FunctionDef) and node.name in COMPILED_ONLY:
            return
        if isinstance(node, ast.FunctionDef) and always_returns_zero(node):
            # The return value only signals exceptions in C; no caller reads it.
            self.silent.update(id(each.value) for each in returns(node))
        yield from self.of(node)
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in cast(list[object], value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST):
                    yield from self.within(child)
                    if leaves_if_interpreted(child):
                        break  # the rest runs only compiled

    def of(self, node: ast.AST) -> Iterator[Fault]:
        if isinstance(node, ast.Compare):
            yield from self.of_comparison(node)
        elif isinstance(node, ast.BoolOp):
            sign = "and", "or"
            old, new = sign if isinstance(node.op, ast.And) else sign[::-1]
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self.between(left, right, old, new)
        elif isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
                yield self.start(node), self.start(node.operand), ""
        elif isinstance(node, ast.BinOp):
            if type(node.op) in ARITHMETIC and not is_text(node.left) and not is_text(node.right):
                new = ARITHMETIC[type(node.op)]
                yield from self.between(node.left, node.right, SIGNS[type(node.op)], new)
        elif isinstance(node, ast.Constant):
            if id(node) not in self.silent:
                yield from self.of_constant(node)
        elif isinstance(node, ast.If | ast.IfExp):
            for new in ("True", "False"):
                yield self.start(node.test), self.end(node.test), new
        elif isinstance(node, ast.While):
            yield self.start(node.test), self.end(node.test), "False"
        elif isinstance(node, ast.Break | ast.Continue):
            new = "continue" if isinstance(node, ast.Break) else "break"
            yield self.start(node), self.end(node), new
        elif isinstance(node, ast.AugAssign):
            yield self.start(node), self.end(node), "pass"
            if type(node.op) in ARITHMETIC and not is_text(node.value):
                old, new = SIGNS[type(node.op)] + "=", ARITHMETIC[type(node.op)] + "="
                yield from self.between(node.target, node.value, old, new)
        elif isinstance(node, ast.Assign):
            if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
                yield self.start(node), self.end(node), "pass"
        elif isinstance(node, ast.Raise):
            yield self.start(node), self.end(node), "pass"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
            yield self.start(node), self.end(node), "pass"

    def of_comparison(self, node: ast.Compare) -> Iterator[Fault]:
        sides = [node.left, *node.comparators]
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            between = self.source[self.end(left) : self.start(right)]
            shift = len(between) - len(between.lstrip(" )\n"))
            old = between[shift:].rstrip(" (\n")
            for new in COMPARISONS[type(op)]:
                at = self.end(left) + shift
                yield at, at + len(old), new

    def of_constant(self, node: ast.Constant) -> Iterator[Fault]:
        value = node.value
        if isinstance(value, bool):
            yield self.start(node), self.end(node), str(not value)
        elif isinstance(value, int | float) and value + 1 != value:
            yield self.start(node), self.end(node), repr(value + 1)
            if value in (1, 2):
                yield self.start(node), self.end(node), repr(value - 1)

    def between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> Iterator[Fault]:
        """Replace the operator in the text between its two operands."""
        at = self.source.find(old, self.end(left), self.start(right))
        if at >= 0:
            yield at, at + len(old), new

    def start(self, node: ast.AST) -> int:
        return self.offset(getattr(node, "lineno", 1), getattr(node, "col_offset", 0))

    def end(self, node: ast.AST) -> int:
        return self.offset(getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0))

    def offset(self, line: int, column: int) -> int:
        """The offset in characters; columns of an ast count bytes."""
        return self.begins[line - 1] + len(self.encoded[line - 1][:column].decode())


def returns(function: ast.FunctionDef) -> list[ast.Return]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Return)]


def always_returns_zero(function: ast.FunctionDef) -> bool:
    """Does a function return 0 on every path?"""
    return all(
        isinstance(node.value, ast.Constant) and node.value.value == 0 for node in returns(function)
    )


def leaves_if_interpreted(node: ast.AST) -> bool:
    """Is it an `if not cython.compiled:` that ends with a return or a raise?"""
    return (
        isinstance(node, ast.If)
        and ast.unparse(node.test) == "not cython.compiled"
        and isinstance(node.body[-1], ast.Return | ast.Raise)
    )


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )
