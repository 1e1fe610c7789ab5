# What our sources use of it.
from typing import Any

class IIGObserverForPublicInfoGame:
    def __init__(self, iig_obs_type: Any, params: Any) -> None: ...
