import { createRoute, redirect } from '@tanstack/react-router';
import { project } from './parent-routes.js';
import { lazyRouteComponent } from './parts/lazy-screen.js';
import { agentSearch, agentsSearch } from './screens/settings/agents-search.js';
import { auditSearch } from './screens/settings/audit-search.js';

const general = createRoute({
  getParentRoute: () => project,
  path: 'settings/general',
  component: lazyRouteComponent(
    () => import('./screens/settings/general-screen.js'),
    'GeneralScreen',
  ),
});

const members = createRoute({
  getParentRoute: () => project,
  path: 'settings/members',
  component: lazyRouteComponent(
    () => import('./screens/settings/members-screen.js'),
    'MembersScreen',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => project,
  path: 'settings/keys',
  component: lazyRouteComponent(() => import('./screens/settings/keys-screen.js'), 'KeysScreen'),
});

const secrets = createRoute({
  getParentRoute: () => project,
  path: 'settings/secrets',
  component: lazyRouteComponent(
    () => import('./screens/settings/secrets-screen.js'),
    'SecretsScreen',
  ),
});

const models = createRoute({
  getParentRoute: () => project,
  path: 'settings/models',
  component: lazyRouteComponent(
    () => import('./screens/settings/models-screen.js'),
    'ModelsScreen',
  ),
});

const newProvider = createRoute({
  getParentRoute: () => project,
  path: 'settings/models/new',
  component: lazyRouteComponent(
    () => import('./screens/settings/new-provider-screen.js'),
    'NewProviderScreen',
  ),
});

const provider = createRoute({
  getParentRoute: () => project,
  path: 'settings/models/$provider',
  component: lazyRouteComponent(
    () => import('./screens/settings/provider-screen.js'),
    'ProviderScreen',
  ),
});

const agents = createRoute({
  getParentRoute: () => project,
  path: 'settings/agents',
  component: lazyRouteComponent(
    () => import('./screens/settings/agents-screen.js'),
    'AgentsScreen',
  ),
  validateSearch: agentsSearch,
});

const newAgent = createRoute({
  getParentRoute: () => project,
  path: 'settings/agents/new',
  component: lazyRouteComponent(
    () => import('./screens/settings/new-agent-screen.js'),
    'NewAgentScreen',
  ),
});

const agent = createRoute({
  getParentRoute: () => project,
  path: 'settings/agents/$agent',
  component: lazyRouteComponent(() => import('./screens/settings/agent-screen.js'), 'AgentScreen'),
  validateSearch: agentSearch,
});

const mcpServers = createRoute({
  getParentRoute: () => project,
  path: 'settings/mcp-servers',
  component: lazyRouteComponent(
    () => import('./screens/settings/mcp-servers-screen.js'),
    'McpServersScreen',
  ),
});

const newMcpServer = createRoute({
  getParentRoute: () => project,
  path: 'settings/mcp-servers/new',
  component: lazyRouteComponent(
    () => import('./screens/settings/new-mcp-server-screen.js'),
    'NewMcpServerScreen',
  ),
});

const mcpServer = createRoute({
  getParentRoute: () => project,
  path: 'settings/mcp-servers/$server',
  component: lazyRouteComponent(
    () => import('./screens/settings/mcp-server-screen.js'),
    'McpServerScreen',
  ),
});

const images = createRoute({
  getParentRoute: () => project,
  path: 'settings/images',
  component: lazyRouteComponent(
    () => import('./screens/settings/images-screen.js'),
    'ImagesScreen',
  ),
});

const newImage = createRoute({
  getParentRoute: () => project,
  path: 'settings/images/new',
  component: lazyRouteComponent(
    () => import('./screens/settings/new-image-screen.js'),
    'NewImageScreen',
  ),
});

const image = createRoute({
  getParentRoute: () => project,
  path: 'settings/images/$image',
  component: lazyRouteComponent(() => import('./screens/settings/image-screen.js'), 'ImageScreen'),
});

const retention = createRoute({
  getParentRoute: () => project,
  path: 'settings/retention',
  component: lazyRouteComponent(
    () => import('./screens/settings/retention-screen.js'),
    'RetentionScreen',
  ),
});

const workspaces = createRoute({
  getParentRoute: () => project,
  path: 'settings/workspaces',
  component: lazyRouteComponent(
    () => import('./screens/settings/workspaces-screen.js'),
    'WorkspacesScreen',
  ),
});

const audit = createRoute({
  getParentRoute: () => project,
  path: 'settings/audit',
  component: lazyRouteComponent(() => import('./screens/settings/audit-screen.js'), 'AuditScreen'),
  validateSearch: auditSearch,
});

const settings = createRoute({
  getParentRoute: () => project,
  path: 'settings',
  beforeLoad: ({ params }) =>
    redirect({ to: '/p/$project/settings/general', params, replace: true, throw: true }),
});

/** Routes of the project settings. */
export const settingsRoutes = [
  settings,
  general,
  members,
  apiKeys,
  secrets,
  models,
  newProvider,
  provider,
  agents,
  newAgent,
  agent,
  mcpServers,
  newMcpServer,
  mcpServer,
  images,
  newImage,
  image,
  retention,
  workspaces,
  audit,
] as const;
