import type { Command } from 'commander';
import { apiKeysCommand } from '../../src/cli/commands/api-keys/api-keys.command.js';
import { approvalsCommand } from '../../src/cli/commands/approvals/approvals.command.js';
import { deployCommand } from '../../src/cli/commands/deploy/deploy.command.js';
import { filesCommand } from '../../src/cli/commands/files/files.command.js';
import { membersCommand } from '../../src/cli/commands/members/members.command.js';
import { memoriesCommand } from '../../src/cli/commands/memories/memories.command.js';
import { metaTasksCommand } from '../../src/cli/commands/meta-tasks/meta-tasks.command.js';
import { projectsCommand } from '../../src/cli/commands/projects/projects.command.js';
import { schedulesCommand } from '../../src/cli/commands/schedules/schedules.command.js';
import { secretsCommand } from '../../src/cli/commands/secrets/secrets.command.js';
import { tasksCommand } from '../../src/cli/commands/tasks/tasks.command.js';
import { tokensCommand, whoamiCommand } from '../../src/cli/commands/tokens/tokens.command.js';
import { webhooksCommand } from '../../src/cli/commands/webhooks/webhooks.command.js';
import { workspacesCommand } from '../../src/cli/commands/workspaces/workspaces.command.js';

/** The commands that call the API, by their names. */
export const API_COMMANDS: Readonly<Record<string, () => Command>> = {
  'api-keys': apiKeysCommand,
  approvals: approvalsCommand,
  deploy: deployCommand,
  files: filesCommand,
  members: membersCommand,
  memories: memoriesCommand,
  'meta-tasks': metaTasksCommand,
  projects: projectsCommand,
  schedules: schedulesCommand,
  secrets: secretsCommand,
  tasks: tasksCommand,
  tokens: tokensCommand,
  webhooks: webhooksCommand,
  whoami: whoamiCommand,
  workspaces: workspacesCommand,
};
