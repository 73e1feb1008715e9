import { AgentVersionEntity } from './agent-version.entity.js';
import { AgentEntity } from './agent.entity.js';
import { Agents1700000000030 } from './migrations/0030-agents.js';
import { AgentVersionNotes1700000000044 } from './migrations/0044-agent-version-notes.js';

export const entities = [AgentEntity, AgentVersionEntity];
export const migrations = [Agents1700000000030, AgentVersionNotes1700000000044];
