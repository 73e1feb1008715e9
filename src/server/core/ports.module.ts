import { Global, Module } from '@nestjs/common';
import { AgentBindings } from '../../agents/agents/agent-bindings.js';
import { AgentVersions } from '../../agents/agents/agent-versions.service.js';
import { AgentsModule } from '../../agents/agents/agents.module.js';
import { ImageUsers } from '../../tasks/images/images.service.js';
import { McpServersModule } from '../../agents/mcp-servers/mcp-servers.module.js';
import { McpPort } from '../../agents/mcp-servers/steps/mcp-port.js';
import { MemorySettingsModule } from '../../agents/memories/memory-settings.module.js';
import { MemorySettingsService } from '../../agents/memories/memory-settings.service.js';
import { AgentPort } from '../../tasks/meta-tasks/agent-port.js';
import { ProjectAbilities } from '../../tasks/meta-tasks/definition-check.service.js';
import { MetaTasksModule } from '../../tasks/meta-tasks/meta-tasks.module.js';
import { RunnableVersions } from '../../tasks/meta-tasks/runnable-versions.service.js';
import { ProviderUsers } from '../../agents/models/providers/model-providers.service.js';
import { SectionMeanings } from '../../files/search/section-meanings.js';
import { EmbeddedSections } from '../../agents/vectors/sections/embedded-sections.js';
import { VectorsModule } from '../../agents/vectors/vectors.module.js';

/** Binds ports of features to implementations in higher layers, since a module imports only modules of lower layers. */
@Global()
@Module({
  imports: [VectorsModule, MemorySettingsModule, McpServersModule, AgentsModule, MetaTasksModule],
  providers: [
    { provide: SectionMeanings, useExisting: EmbeddedSections },
    { provide: ImageUsers, useExisting: RunnableVersions },
    { provide: AgentPort, useExisting: AgentBindings },
    {
      provide: ProviderUsers,
      inject: [AgentVersions, MemorySettingsService],
      useFactory: (...features: ProviderUsers[]): ProviderUsers => ({
        listModelUsers: async (projectId, provider) => {
          const found = features.map((feature) => feature.listModelUsers(projectId, provider));
          return (await Promise.all(found)).flat();
        },
      }),
    },
    {
      provide: ProjectAbilities,
      inject: [MemorySettingsService, McpPort],
      useFactory: (memories: MemorySettingsService, mcp: McpPort): ProjectAbilities => ({
        memoryModel: (projectId) => memories.model(projectId),
        hasMcp: (projectId) => mcp.any(projectId),
      }),
    },
  ],
  exports: [SectionMeanings, ImageUsers, ProviderUsers, ProjectAbilities, AgentPort],
})
export class PortsModule {}
