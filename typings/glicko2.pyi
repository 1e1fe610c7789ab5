# What our sources use of glicko2, which has no types of its own.
class Player:
    rating: float
    rd: float
    vol: float
    _tau: float

    def __init__(self, rating: float = ..., rd: float = ..., vol: float = ...) -> None: ...
    def update_player(
        self, rating_list: list[float], RD_list: list[float], outcome_list: list[float]
    ) -> None: ...
    def _f(self, x: float, delta: float, v: float, a: float) -> float: ...
