import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { AgentsController } from './agents.controller.js';
import type { AgentsServices } from './agents.services.js';

/** The endpoints of agents. */
@Module({})
export class AgentsModule {
  static with({ core }: { core: { agents: AgentsServices } }): DynamicModule {
    return { module: AgentsModule, controllers: [AgentsController], ...provided(core.agents) };
  }
}
