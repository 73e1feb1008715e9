import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';
import { McpCredentialsService } from './connection/credentials.js';
import { McpGateway } from './connection/mcp-gateway.service.js';
import { LocalServers } from './registry/local-servers.js';
import { McpServersController } from './registry/mcp-servers.controller.js';
import { McpServersService } from './registry/mcp-servers.service.js';
import { McpTools } from './registry/mcp-tools.service.js';
import { ServerStore } from './registry/server-store.js';
import { ToolStore } from './registry/tool-store.js';
import { InstallationServers } from './stdio/installation-servers.js';
import { StdioServers } from './stdio/stdio-servers.js';
import { McpCalls } from './steps/mcp-calls.service.js';
import { MCP_FRONT, McpPort, type McpFront } from './steps/mcp-port.js';
import { McpQuestions } from './steps/mcp-questions.js';
import { McpSteps } from './steps/mcp-steps.js';
import { McpCapability } from './steps/mcp.capability.js';
import { RegisteredMcpPort } from './steps/registered.mcp-port.js';
import { RemoteSessions } from './steps/remote-sessions.js';
import { RemoteTasks } from './steps/remote-tasks.js';
import { RemoteTasksWorker } from './steps/remote-tasks.worker.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { Egress } from '../../sandbox/egress/egress.js';
import { ServiceEgress } from '../../sandbox/egress/service-egress.js';
import { Programs } from '../../sandbox/programs/programs.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** MCP servers of projects, their tools, and calls by scripts and agents. */
@Module({
  imports: [SecretsModule, StepsModule, QuotasModule],
  controllers: [McpServersController],
  providers: [
    InstallationServers,
    LocalServers,
    ServerStore,
    StdioServers,
    ToolStore,
    McpGateway,
    McpCredentialsService,
    McpTools,
    RemoteTasks,
    RemoteSessions,
    RegisteredMcpPort,
    McpQuestions,
    McpSteps,
    McpCapability,
    McpServersService,
    McpCalls,
    RemoteTasksWorker,
    {
      provide: Programs,
      inject: [CONFIG, Sandbox, Egress],
      useFactory: (config: Config, sandbox: Sandbox, egress: Egress) =>
        new Programs(config, sandbox, egress),
    },
    {
      provide: ServiceEgress,
      inject: [CONFIG],
      useFactory: (config: Config) => new ServiceEgress(config, 'MCP servers'),
    },
    {
      provide: McpPort,
      inject: [RegisteredMcpPort, { token: MCP_FRONT, optional: true }],
      useFactory: (product: RegisteredMcpPort, front: McpFront = (port) => port) => front(product),
    },
  ],
  exports: [McpPort, RemoteTasksWorker],
})
export class McpServersModule implements OnApplicationShutdown {
  constructor(
    private readonly stdio: StdioServers,
    capabilities: Capabilities,
    capability: McpCapability,
  ) {
    capability.register(capabilities);
  }

  onApplicationShutdown(): void | Promise<void> {
    return this.stdio.close();
  }
}
