import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import { AgentCheck } from './agent-check.service.js';
import { AgentVersions } from './agent-versions.service.js';
import { AgentsService } from './agents.service.js';
import type { AgentSettings } from './settings.js';
import { type KnownMcpTools, type KnownModels, ProjectWorlds } from './project-worlds.js';

export type AgentsServices = ReturnType<typeof agentsServices>;

/** Agents of projects, and the contracts that they carry out. */
export function agentsServices(
  { config, database }: Infrastructure<AgentSettings>,
  quotas: Quotas,
  models: KnownModels,
  mcp: KnownMcpTools,
) {
  const caps = { maxSteps: config.maxAgentSteps, maxTokens: config.maxAgentTokens };
  const worlds = new ProjectWorlds(database, { models, mcp }, caps);
  const agents = new AgentsService(database, new AgentCheck(worlds), quotas);
  return { agents, caps, worlds, agentVersions: new AgentVersions(database) };
}
