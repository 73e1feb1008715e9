import { Global, Module } from '@nestjs/common';
import { AgentBindings } from '../../features/agents/agent-bindings.js';
import { AgentVersions } from '../../features/agents/agent-versions.service.js';
import { AgentsModule } from '../../features/agents/agents.module.js';
import { ImageUsers } from '../../features/images/images.service.js';
import { McpServersModule } from '../../features/mcp-servers/mcp-servers.module.js';
import { McpPort } from '../../features/mcp-servers/steps/mcp-port.js';
import { MemorySettingsModule } from '../../features/memories/memory-settings.module.js';
import { MemorySettingsService } from '../../features/memories/memory-settings.service.js';
import { AgentPort } from '../../features/meta-tasks/agent-port.js';
import { ProjectAbilities } from '../../features/meta-tasks/definition-check.service.js';
import { MetaTasksModule } from '../../features/meta-tasks/meta-tasks.module.js';
import { RunnableVersions } from '../../features/meta-tasks/runnable-versions.service.js';
import { ProviderUsers } from '../../features/models/providers/model-providers.service.js';
import { SectionMeanings } from '../../features/search/section-meanings.js';
import { EmbeddedSections } from '../../features/vectors/sections/embedded-sections.js';
import { VectorsModule } from '../../features/vectors/vectors.module.js';

/** The ports of features that features above them fill: a module imports only modules of folders below its own. */
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
        namingModelsOf: async (projectId, provider) => {
          const found = features.map((feature) => feature.namingModelsOf(projectId, provider));
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
