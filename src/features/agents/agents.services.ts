import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import { AgentCheck } from './agent-check.service.js';
import { AgentVersions } from './agent-versions.service.js';
import { AgentsService } from './agents.service.js';
import { type KnownModels, ProjectWorlds } from './project-worlds.js';

export type AgentsServices = ReturnType<typeof agentsServices>;

/** Agents of projects, and the contracts that they carry out. */
export function agentsServices({ database }: Infrastructure, quotas: Quotas, models: KnownModels) {
  const worlds = new ProjectWorlds(database, models);
  const agents = new AgentsService(database, new AgentCheck(worlds), quotas);
  return { agents, worlds, agentVersions: new AgentVersions(database) };
}
