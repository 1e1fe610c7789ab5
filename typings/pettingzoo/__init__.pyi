# What our sources use of PettingZoo, which comes without types.
from typing import Any

class AECEnv[AgentID, ObsType, ActionType]:
    metadata: dict[str, Any]
    possible_agents: list[AgentID]
    agents: list[AgentID]
    observation_spaces: dict[AgentID, Any]
    action_spaces: dict[AgentID, Any]
    terminations: dict[AgentID, bool]
    truncations: dict[AgentID, bool]
    rewards: dict[AgentID, float]
    infos: dict[AgentID, dict[str, Any]]
    agent_selection: AgentID
    _cumulative_rewards: dict[AgentID, float]
    _skip_agent_selection: AgentID | None
    def _was_dead_step(self, action: ActionType | None) -> None: ...
    def _deads_step_first(self) -> AgentID: ...

class ParallelEnv[AgentID, ObsType, ActionType]:
    metadata: dict[str, Any]
    possible_agents: list[AgentID]
    agents: list[AgentID]
    observation_spaces: dict[AgentID, Any]
    action_spaces: dict[AgentID, Any]
