import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { AgentRunsModule } from '../../agents/agent-runs/agent-runs.module.js';
import { AgentsModule } from '../../agents/agents/agents.module.js';
import { ApprovalsModule } from '../../tasks/approvals/approvals.module.js';
import { ChildrenModule } from '../../tasks/children/children.module.js';
import { CitationsModule } from '../../files/citations/citations.module.js';
import { FilesModule } from '../../files/files/files.module.js';
import { ImagesModule } from '../../tasks/images/images.module.js';
import { InboxModule } from '../../tasks/inbox/inbox.module.js';
import { finishRotation } from '../installation/rotate-key.js';
import { McpServersModule } from '../../agents/mcp-servers/mcp-servers.module.js';
import { InstallationServers } from '../../agents/mcp-servers/stdio/installation-servers.js';
import { MemoriesModule } from '../../agents/memories/memories.module.js';
import { MetaTasksModule } from '../../tasks/meta-tasks/meta-tasks.module.js';
import { ModelsModule } from '../../agents/models/models.module.js';
import { InstallationProviders } from '../../agents/models/providers/installation-providers.js';
import { SearchModule } from '../../files/search/search.module.js';
import { SecretKey } from '../../access/secrets/secret-key.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';
import { VectorsModule } from '../../agents/vectors/vectors.module.js';
import { Database } from '../../platform/database/database.js';
import { PlatformModule } from '../../platform/platform.module.js';
import { HttpCapability } from '../../sandbox/egress/http/http.capability.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import { SandboxModule } from '../../sandbox/sandbox.module.js';
import { EngineModule } from '../../workflow/engine/engine.module.js';
import { CoreWork } from './core-work.js';
import type { Infrastructure } from './infrastructure.js';
import { PortsModule } from './ports.module.js';

/** Everything needed to create, run and show tasks, in a server or a command. */
@Module({
  imports: [
    PortsModule,
    FilesModule,
    SearchModule,
    CitationsModule,
    SecretsModule,
    ImagesModule,
    ModelsModule,
    VectorsModule,
    McpServersModule,
    AgentsModule,
    MetaTasksModule,
    MemoriesModule,
    ApprovalsModule,
    TasksModule,
    ChildrenModule,
    InboxModule,
    AgentRunsModule,
  ],
  providers: [CoreWork],
  exports: [CoreWork],
})
export class CoreModule {
  constructor(capabilities: Capabilities) {
    new HttpCapability().register(capabilities);
  }

  static with({ platform, scripts, engine }: Infrastructure): DynamicModule {
    return {
      module: CoreModule,
      imports: [
        PlatformModule.with(platform),
        SandboxModule.with(scripts),
        EngineModule.with(engine),
      ],
    };
  }
}

/** Loads what the modules need before their work starts. Rejects with the reason why the process must not start. */
export async function prepareCore(context: INestApplicationContext): Promise<void> {
  const key = context.get(SecretKey);
  // A process that cannot read the stored secrets must not start.
  if (await finishRotation(context.get(Database), key))
    context
      .get<Logger>(LOGGER)
      .warn('finished a rotation of the key of the secrets that was interrupted');
  await key.find();
  await context.get(InstallationProviders).load();
  await context.get(InstallationServers).load(context.get(Sandbox).report.level);
}
