import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { AgentsServices } from '../agents/agents.services.js';
import type { MemoriesServices } from '../memories/memories.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { ModelsServices } from '../models/models.services.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { AgentExecutor } from './agent.executor.js';
import { HostSecrets } from './tools/host-secrets.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { Toolboxes } from './tools/toolbox.js';

interface Needed {
  agents: AgentsServices;
  metaTasks: MetaTasksServices;
  secrets: SecretsServices;
  models: ModelsServices;
  memories: MemoriesServices;
  tasks: TasksServices;
}

/** Has tasks of agents run. */
export function agentRunsServices(
  { config, database, schemas, runtimes, logger }: Infrastructure,
  { agents, metaTasks, secrets, models, memories, tasks }: Needed,
): void {
  const placed = new HostSecrets(secrets.secrets);
  const toolboxes = new Toolboxes(
    database,
    metaTasks.versions,
    placed,
    runtimes,
    new FairSlots(config.concurrency),
  );
  const { gateway, steps, calls } = models;
  const { agentVersions, caps } = agents;
  tasks.runs.register(
    'agent',
    new AgentExecutor({
      gateway,
      steps,
      calls,
      schemas,
      toolboxes,
      caps,
      agentVersions,
      recall: memories.recall,
      logger,
    }),
  );
}
