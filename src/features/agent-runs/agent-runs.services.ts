import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { TaskEntity } from '../../workflow/engine/task.entity.js';
import type { AgentDefinition } from '../agents/agent-fields.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { ModelsServices } from '../models/models.services.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { AgentExecutor } from './agent.executor.js';
import { HostSecrets } from './tools/host-secrets.js';
import { Toolboxes } from './tools/toolbox.js';

/** Returns the agent that a task is bound to, at the version that it was created with; null if it has none. */
export type AgentOf = (task: TaskEntity) => Promise<AgentDefinition | null>;

/** Tasks of agents. */
export function agentRunsServices(
  { database, schemas, runtimes, logger }: Infrastructure,
  { versions }: MetaTasksServices,
  { secrets }: SecretsServices,
  { gateway, steps, calls }: Pick<ModelsServices, 'gateway' | 'steps' | 'calls'>,
  { runs }: TasksServices,
  agentOf: AgentOf,
) {
  const toolboxes = new Toolboxes(database, versions, new HostSecrets(secrets), runtimes);
  const services = { gateway, steps, calls, schemas, toolboxes, agentOf, logger };
  runs.register('agent', new AgentExecutor(services));
}
