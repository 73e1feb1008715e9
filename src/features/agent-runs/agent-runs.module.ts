import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import type { AgentRunsServices } from './agent-runs.services.js';
import { TranscriptController } from './transcript/transcript.controller.js';

/** The endpoint of the conversations of agents. */
@Module({})
export class AgentRunsModule {
  static with({ core }: { core: { agentRuns: AgentRunsServices } }): DynamicModule {
    return {
      module: AgentRunsModule,
      controllers: [TranscriptController],
      ...provided(core.agentRuns),
    };
  }
}
