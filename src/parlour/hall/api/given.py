"""What routes are given: the parts of the house, and who asks."""

from __future__ import annotations

from litestar.di import NamedDependency

from parlour.hall.api.streams import Streams
from parlour.hall.authorise import Who
from parlour.hall.challenges import Challenges
from parlour.hall.config import Config
from parlour.hall.hall import Hall
from parlour.hall.matches import Matches
from parlour.hall.people import People

TheHall = NamedDependency[Hall]
ThePeople = NamedDependency[People]
TheMatches = NamedDependency[Matches]
TheChallenges = NamedDependency[Challenges]
TheStreams = NamedDependency[Streams]
TheConfig = NamedDependency[Config]
Asker = NamedDependency[Who]
