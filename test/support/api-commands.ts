import type { Command } from 'commander';
import { agentsCommand } from '../../src/cli/commands/agents/agents.command.js';
import { apiKeysCommand } from '../../src/cli/commands/api-keys/api-keys.command.js';
import { approvalsCommand } from '../../src/cli/commands/approvals/approvals.command.js';
import { auditCommand } from '../../src/cli/commands/audit/audit.command.js';
import { bulkCommand } from '../../src/cli/commands/bulk/bulk.command.js';
import { deployCommand } from '../../src/cli/commands/deploy/deploy.command.js';
import { filesCommand } from '../../src/cli/commands/files/files.command.js';
import { installationCommand } from '../../src/cli/commands/installation/installation.command.js';
import { membersCommand } from '../../src/cli/commands/members/members.command.js';
import { memoriesCommand } from '../../src/cli/commands/memories/memories.command.js';
import { metaTasksCommand } from '../../src/cli/commands/meta-tasks/meta-tasks.command.js';
import { mcpServersCommand } from '../../src/cli/commands/mcp-servers/mcp-servers.command.js';
import { modelProvidersCommand } from '../../src/cli/commands/model-providers/model-providers.command.js';
import { findCommand, nowCommand, statsCommand } from '../../src/cli/commands/now/now.command.js';
import { openCommand } from '../../src/cli/commands/open/open.command.js';
import { projectsCommand } from '../../src/cli/commands/projects/projects.command.js';
import { schedulesCommand } from '../../src/cli/commands/schedules/schedules.command.js';
import { secretsCommand } from '../../src/cli/commands/secrets/secrets.command.js';
import { sessionsCommand } from '../../src/cli/commands/sessions/sessions.command.js';
import { tasksCommand } from '../../src/cli/commands/tasks/tasks.command.js';
import { tokensCommand, whoamiCommand } from '../../src/cli/commands/tokens/tokens.command.js';
import { tryCommand } from '../../src/cli/commands/try/try.command.js';
import { usageCommand } from '../../src/cli/commands/usage/usage.command.js';
import { usersCommand } from '../../src/cli/commands/users/users.command.js';
import { webhooksCommand } from '../../src/cli/commands/webhooks/webhooks.command.js';
import { workspacesCommand } from '../../src/cli/commands/workspaces/workspaces.command.js';

/** The commands that call the API, by their names. */
export const API_COMMANDS: Readonly<Record<string, () => Command>> = {
  agents: agentsCommand,
  'api-keys': apiKeysCommand,
  approvals: approvalsCommand,
  audit: auditCommand,
  bulk: bulkCommand,
  deploy: deployCommand,
  files: filesCommand,
  find: findCommand,
  installation: installationCommand,
  members: membersCommand,
  memories: memoriesCommand,
  'meta-tasks': metaTasksCommand,
  'mcp-servers': mcpServersCommand,
  'model-providers': modelProvidersCommand,
  now: nowCommand,
  open: openCommand,
  projects: projectsCommand,
  schedules: schedulesCommand,
  secrets: secretsCommand,
  sessions: sessionsCommand,
  stats: statsCommand,
  tasks: tasksCommand,
  tokens: tokensCommand,
  try: tryCommand,
  usage: usageCommand,
  users: usersCommand,
  webhooks: webhooksCommand,
  whoami: whoamiCommand,
  workspaces: workspacesCommand,
};

/** Arguments of `metarun agents`, one after the other, for each of its operations; `a.yaml` has the name "A". */
export const AGENTS_COMMANDS: readonly string[] = [
  'create a.yaml',
  'change a a.yaml',
  'show a',
  'show a --version 1',
  'list',
  'versions a',
  'rollback a 1',
  'archive a --yes',
  'restore a',
];

/** Operations that need no command, with the reason. */
export const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  'POST /auth/sessions': 'signs a browser in; commands send the token itself',
  'POST /projects/{project_id}/task-types/check': 'for editors; `metarun check` needs no server',
  'POST /external/v1/projects/{project_id}/mcp': 'takes messages of MCP clients, not commands',
  'GET /health/live': 'asked by what supervises the process, which has no need of a command',
  'GET /health/ready': 'asked by load balancers',
  'GET /metrics': 'read by a monitoring system',
  'GET /scale': 'read by what starts and stops servers',
  'PUT /external/v1/projects/{project_id}/files/content':
    'a small text in a request; `files put` uploads files of any size',
};

/**
 * Returns the operations of an API that no request was one of. `requests`: as `GET /projects`; `paths`: those of the OpenAPI
 * document.
 */
export function operationsWithout(
  requests: Iterable<string>,
  paths: Record<string, Record<string, unknown>>,
): string[] {
  const made = [...requests];
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|put|post|patch|delete)$/.test(method))
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
  const without = operations.filter(({ method, path }) => {
    const pattern = path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    const is = new RegExp(`^${method} ${pattern.replace(/\/$/, '')}/?$`);
    return !made.some((request) => is.test(request) && isItself(request, path));
  });
  return without.map(({ method, path }) => `${method} ${path}`);
}

/** A path with a fixed word is not that with a parameter at its place: `…/schedules/preview`. */
function isItself(request: string, path: string): boolean {
  const words = 'preview batch content upload move copy raw search outline'.split(' ');
  const last = request.split('/').at(-1) ?? '';
  return !words.includes(last) || path.endsWith(`/${last}`);
}
