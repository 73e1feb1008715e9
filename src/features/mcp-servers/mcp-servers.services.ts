import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import { ServiceEgress } from '../../sandbox/egress/service-egress.js';
import type { Quotas } from '../projects/quotas.service.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import { McpCredentialsService } from './connection/credentials.js';
import { McpGateway } from './connection/mcp-gateway.service.js';
import { Programs } from '../../sandbox/programs/programs.js';
import type { McpSettings } from './settings.js';
import { InstallationServers } from './stdio/installation-servers.js';
import { StdioServers } from './stdio/stdio-servers.js';
import { LocalServers } from './registry/local-servers.js';
import { McpServersService } from './registry/mcp-servers.service.js';
import { McpTools } from './registry/mcp-tools.service.js';
import { ServerStore } from './registry/server-store.js';
import { ToolStore } from './registry/tool-store.js';
import { McpCapability } from './steps/mcp.capability.js';
import { McpCalls } from './steps/mcp-calls.service.js';
import type { McpPort } from './steps/mcp-port.js';
import { McpQuestions } from './steps/mcp-questions.js';
import { McpSteps } from './steps/mcp-steps.js';
import { RegisteredMcpPort } from './steps/registered.mcp-port.js';
import { RemoteSessions } from './steps/remote-sessions.js';
import { RemoteTasks } from './steps/remote-tasks.js';
import { RemoteTasksWorker } from './steps/remote-tasks.worker.js';

interface Needs {
  steps: StepsServices;
  secrets: SecretsServices;
  quotas: Quotas;
  mcpPort?: ((product: McpPort) => McpPort) | undefined;
}

export type McpServersServices = ReturnType<typeof mcpServersServices>;

/** MCP servers of projects, their tools, and the calls of scripts and agents. */
export function mcpServersServices(
  {
    config,
    logger,
    database,
    bus,
    transitions,
    schemas,
    capabilities,
    sandbox,
    egress: network,
  }: Infrastructure<McpSettings>,
  { steps: { journals }, secrets: { secrets }, quotas, mcpPort = itself }: Needs,
) {
  const installation = new InstallationServers(config);
  const local = new LocalServers(database, installation);
  const servers = new ServerStore(database, local);
  const stdio = new StdioServers(new Programs(config, sandbox, network), logger);
  const toolStore = new ToolStore(database);
  const egress = new ServiceEgress(config, 'MCP servers');
  const gateway = new McpGateway(egress, new McpCredentialsService(secrets, egress), stdio, bus);
  const tools = new McpTools(database, servers, local, toolStore, gateway);
  const remote = new RemoteTasks(database, new RemoteSessions(database));
  const port = mcpPort(new RegisteredMcpPort(servers, tools, gateway, remote));
  const questions = new McpQuestions(capabilities, schemas);
  const steps = new McpSteps(port, questions, remote, capabilities);
  new McpCapability(journals, port, steps).register(capabilities);
  return {
    servers: new McpServersService(database, servers, toolStore, egress, quotas),
    tools,
    calls: new McpCalls(database, servers),
    port,
    /** Reads the servers of the installation. Rejects with ConfigError. */
    load: () => installation.load(sandbox.report.level),
    /** Ends the processes of servers. */
    close: () => stdio.close(),
    worker: new RemoteTasksWorker(database, transitions, servers, gateway, remote, bus, logger),
  };
}

function itself(product: McpPort): McpPort {
  return product;
}
