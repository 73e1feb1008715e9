import type { CitationsServices } from '../citations/citations.services.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { AgentsServices } from '../agents/agents.services.js';
import type { MemoriesServices } from '../memories/memories.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { McpServersServices } from '../mcp-servers/mcp-servers.services.js';
import type { ModelsServices } from '../models/models.services.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import { RunContracts } from './run-contracts.js';
import { AgentExecutor } from './agent.executor.js';
import { HostSecrets } from './tools/host-secrets.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { Transcripts } from './transcript/transcripts.service.js';
import { Toolboxes } from './tools/toolbox.js';

interface Needed {
  agents: AgentsServices;
  metaTasks: MetaTasksServices;
  secrets: SecretsServices;
  models: ModelsServices;
  mcpServers: McpServersServices;
  memories: MemoriesServices;
  citations: CitationsServices;
  steps: StepsServices;
  tasks: TasksServices;
}

export type AgentRunsServices = ReturnType<typeof agentRunsServices>;

/** Has tasks of agents run, and shows how they went. */
export function agentRunsServices(
  { config, database, schemas, runtimes, logger }: Infrastructure,
  {
    agents,
    metaTasks,
    secrets,
    models,
    mcpServers,
    memories,
    citations,
    steps: { textOutput },
    tasks,
  }: Needed,
) {
  const placed = new HostSecrets(secrets.secrets);
  const toolboxes = new Toolboxes(
    database,
    metaTasks.versions,
    placed,
    mcpServers.port,
    runtimes,
    new FairSlots(config.concurrency),
  );
  const { gateway, steps, calls } = models;
  const { agentVersions, caps } = agents;
  const contracts = new RunContracts(agentVersions);
  tasks.runs.register(
    'agent',
    new AgentExecutor({
      gateway,
      steps,
      calls,
      schemas,
      toolboxes,
      caps,
      contracts,
      textOutput,
      recall: memories.recall,
      citations: citations.checks,
      logger,
    }),
  );
  return { transcripts: new Transcripts(database) };
}
