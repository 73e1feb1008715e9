import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { AgentExecutor } from './agent.executor.js';
import { RunContracts } from './run-contracts.js';
import { HostSecrets } from './tools/host-secrets.js';
import { PlacedSecrets } from './tools/http-tool.js';
import { Toolboxes } from './tools/toolbox.js';
import { TranscriptController } from './transcript/transcript.controller.js';
import { Transcripts } from './transcript/transcripts.service.js';
import { AgentsModule } from '../agents/agents.module.js';
import { toLimitCaps, type AgentSettings } from '../agents/settings.js';
import { CitationChecks } from '../../files/citations/citation-checks.js';
import { CitationsModule } from '../../files/citations/citations.module.js';
import { McpServersModule } from '../mcp-servers/mcp-servers.module.js';
import { MemoriesModule } from '../memories/memories.module.js';
import { MemoryRecall } from '../memories/memory-recall.service.js';
import { MetaTasksModule } from '../../tasks/meta-tasks/meta-tasks.module.js';
import { ModelCalls } from '../models/gateway/model-calls.service.js';
import { ModelGateway } from '../models/model-gateway.js';
import { ModelsModule } from '../models/models.module.js';
import { ModelSteps } from '../models/steps/model-steps.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { TaskRuns } from '../../tasks/tasks/runs/task-runs.js';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';
import { TextOutput } from '../../workflow/steps/text-output.service.js';

/** Runs the tasks of agents and shows their transcripts. */
@Module({
  imports: [
    AgentsModule,
    MetaTasksModule,
    McpServersModule,
    TasksModule,
    SecretsModule,
    ModelsModule,
    StepsModule,
    MemoriesModule,
    CitationsModule,
  ],
  controllers: [TranscriptController],
  providers: [
    Transcripts,
    RunContracts,
    Toolboxes,
    { provide: PlacedSecrets, useClass: HostSecrets },
    {
      provide: FairSlots,
      inject: [CONFIG],
      useFactory: (config: Config) => new FairSlots(config.concurrency),
    },
    {
      provide: AgentExecutor,
      inject: [
        CONFIG,
        ModelGateway,
        ModelSteps,
        ModelCalls,
        SchemaValidator,
        Toolboxes,
        RunContracts,
        TextOutput,
        MemoryRecall,
        CitationChecks,
        LOGGER,
      ],
      useFactory: (
        config: AgentSettings,
        gateway: ModelGateway,
        steps: ModelSteps,
        calls: ModelCalls,
        schemas: SchemaValidator,
        toolboxes: Toolboxes,
        contracts: RunContracts,
        textOutput: TextOutput,
        recall: MemoryRecall,
        citations: CitationChecks,
        logger: Logger,
      ) =>
        new AgentExecutor({
          gateway,
          steps,
          calls,
          schemas,
          toolboxes,
          caps: toLimitCaps(config),
          contracts,
          textOutput,
          recall,
          citations,
          logger,
        }),
    },
  ],
})
export class AgentRunsModule {
  constructor(runs: TaskRuns, agents: AgentExecutor) {
    runs.register('agent', agents);
  }
}
