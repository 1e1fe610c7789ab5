# What our sources use of Cython, as a type checker should see it; compare parlour/_modes.py.
from collections.abc import Callable
from contextlib import AbstractContextManager

compiled: bool
gil: AbstractContextManager[None]
nogil: AbstractContextManager[None]

def cast[T](kind: type[T], value: object) -> T: ...
def declare[T](kind: type[T], value: T = ...) -> T: ...
def locals[F](**kinds: object) -> Callable[[F], F]: ...
