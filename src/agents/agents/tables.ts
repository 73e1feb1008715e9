import { Agents1700000000023 } from './migrations/0023-agents.js';
import { AgentVersionEntity } from './agent-version.entity.js';
import { AgentEntity } from './agent.entity.js';

export const entities = [AgentEntity, AgentVersionEntity];
export const migrations = [Agents1700000000023];
