"""The dependencies of routes: the services of the hall, and the user."""

from __future__ import annotations

from litestar.di import NamedDependency

from parlour.hall.api.streams import Streams
from parlour.hall.matchmaking.challenges import Challenges
from parlour.hall.matchmaking.matchmaking import Matchmaking
from parlour.hall.operating.config import Config
from parlour.hall.people.accounts import Accounts
from parlour.hall.people.authorise import User
from parlour.hall.rooms.hall import Hall
from parlour.hall.tournaments.tournaments import Tournaments

HallDep = NamedDependency[Hall]
AccountsDep = NamedDependency[Accounts]
MatchmakingDep = NamedDependency[Matchmaking]
ChallengesDep = NamedDependency[Challenges]
StreamsDep = NamedDependency[Streams]
TournamentsDep = NamedDependency[Tournaments]
ConfigDep = NamedDependency[Config]
UserDep = NamedDependency[User]
