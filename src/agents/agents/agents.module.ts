import { Module } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { AgentBindings } from './agent-bindings.js';
import { AgentCheck } from './agent-check.service.js';
import { AgentVersions } from './agent-versions.service.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { ContractWorlds } from './contract-world.js';
import { ProjectWorlds } from './project-worlds.js';
import { toLimitCaps, type AgentSettings } from './settings.js';
import { McpServersModule } from '../mcp-servers/mcp-servers.module.js';
import { McpPort } from '../mcp-servers/steps/mcp-port.js';
import { ModelGateway } from '../models/model-gateway.js';
import { ModelsModule } from '../models/models.module.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { Database } from '../../platform/database/database.js';

/** Agents of projects, and their contracts. */
@Module({
  imports: [QuotasModule, ModelsModule, McpServersModule],
  controllers: [AgentsController],
  providers: [
    AgentsService,
    AgentVersions,
    AgentBindings,
    AgentCheck,
    {
      provide: ContractWorlds,
      inject: [CONFIG, Database, ModelGateway, McpPort],
      useFactory: (config: AgentSettings, database: Database, models: ModelGateway, mcp: McpPort) =>
        new ProjectWorlds(database, { models, mcp }, toLimitCaps(config)),
    },
  ],
  exports: [AgentBindings, AgentVersions, ContractWorlds],
})
export class AgentsModule {}
