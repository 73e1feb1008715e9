#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { Command } from 'commander';
import { approvalsCommand } from './cli/commands/approvals/approvals.command.js';
import { auditCommand } from './cli/commands/audit/audit.command.js';
import { backupCommand } from './cli/commands/backup/backup.command.js';
import { bulkCommand } from './cli/commands/bulk/bulk.command.js';
import { bundleCommand } from './cli/commands/bundle/bundle.command.js';
import { checkCommand } from './cli/commands/check/check.command.js';
import { completionCommand } from './cli/commands/completion/completion.command.js';
import { deployCommand } from './cli/commands/deploy/deploy.command.js';
import { devCommand } from './cli/commands/dev/dev.command.js';
import { doctorCommand } from './cli/commands/doctor/doctor.command.js';
import { filesCommand } from './cli/commands/files/files.command.js';
import { docsPage } from './cli/toolkit/docs-page.js';
import { examples } from './cli/toolkit/examples.js';
import { ownCommand } from './base/config/own-command.js';
import { reportFailure } from './cli/toolkit/report-failure.js';
import { columnsOf } from './cli/toolkit/terminal.js';
import { installationCommand } from './cli/commands/installation/installation.command.js';
import { keyCommand } from './cli/commands/key/key.command.js';
import { loginCommand } from './cli/commands/login/login.command.js';
import { logoutCommand } from './cli/commands/logout/logout.command.js';
import { mcpCommand } from './cli/commands/mcp/mcp.command.js';
import { newCommand } from './cli/commands/new/new.command.js';
import { findCommand, nowCommand, statsCommand } from './cli/commands/now/now.command.js';
import { openCommand } from './cli/commands/open/open.command.js';
import { pullCommand } from './cli/commands/pull/pull.command.js';
import { replayCommand } from './cli/commands/replay/replay.command.js';
import { moveCommand } from './cli/commands/move/move.command.js';
import { restoreCommand } from './cli/commands/restore/restore.command.js';
import { resumeCommand } from './cli/commands/resume/resume.command.js';
import { runCommand } from './cli/commands/run/run.command.js';
import { serveCommand, workerCommand } from './cli/commands/serve/serve.command.js';
import { tasksCommand } from './cli/commands/tasks/tasks.command.js';
import { templatesCommand } from './cli/commands/templates/templates.command.js';
import { testCommand } from './cli/commands/test/test.command.js';
import { tokenCommand } from './cli/commands/token/token.command.js';
import { apiKeysCommand } from './cli/commands/api-keys/api-keys.command.js';
import { usersCommand } from './cli/commands/users/users.command.js';
import { membersCommand } from './cli/commands/members/members.command.js';
import { agentsCommand } from './cli/commands/agents/agents.command.js';
import { memoriesCommand } from './cli/commands/memories/memories.command.js';
import { metaTasksCommand } from './cli/commands/meta-tasks/meta-tasks.command.js';
import { projectsCommand } from './cli/commands/projects/projects.command.js';
import { schedulesCommand } from './cli/commands/schedules/schedules.command.js';
import { mcpServersCommand } from './cli/commands/mcp-servers/mcp-servers.command.js';
import { modelProvidersCommand } from './cli/commands/model-providers/model-providers.command.js';
import { secretsCommand } from './cli/commands/secrets/secrets.command.js';
import { tryCommand } from './cli/commands/try/try.command.js';
import { usageCommand } from './cli/commands/usage/usage.command.js';
import { sessionsCommand } from './cli/commands/sessions/sessions.command.js';
import { tokensCommand, whoamiCommand } from './cli/commands/tokens/tokens.command.js';
import { webhooksCommand } from './cli/commands/webhooks/webhooks.command.js';
import { workspacesCommand } from './cli/commands/workspaces/workspaces.command.js';
import { readClientEnvironment } from './base/config/client-environment.js';
import { VERSION } from './base/kernel/version.js';
import { LANGUAGE_TITLES } from './base/languages/index.js';

/** In the order in which they are needed. */
const COMMANDS = [
  newCommand,
  templatesCommand,
  runCommand,
  devCommand,
  testCommand,
  checkCommand,
  tryCommand,
  deployCommand,
  pullCommand,
  replayCommand,
  loginCommand,
  logoutCommand,
  openCommand,
  nowCommand,
  findCommand,
  mcpCommand,
  tasksCommand,
  bulkCommand,
  filesCommand,
  approvalsCommand,
  statsCommand,
  metaTasksCommand,
  agentsCommand,
  schedulesCommand,
  secretsCommand,
  modelProvidersCommand,
  mcpServersCommand,
  usageCommand,
  webhooksCommand,
  memoriesCommand,
  workspacesCommand,
  projectsCommand,
  membersCommand,
  apiKeysCommand,
  usersCommand,
  tokensCommand,
  sessionsCommand,
  auditCommand,
  installationCommand,
  whoamiCommand,
  serveCommand,
  workerCommand,
  tokenCommand,
  keyCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  resumeCommand,
  bundleCommand,
  doctorCommand,
  completionCommand,
];

// What is loaded from here on is compiled once for all commands.
enableCompileCache(join(readClientEnvironment().cacheDir, 'compiled'));

const json = process.argv.includes('--json');
const program = new Command('metarun')
  .description(`Versioned ${LANGUAGE_TITLES} scripts, run as tasks behind a REST interface.`)
  .version(VERSION)
  .showHelpAfterError('(--help lists the commands and options.)')
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({
    // Where JSON was asked for, the error is the document.
    writeErr: (text) => json || process.stderr.write(text),
    getOutHelpWidth: () => columnsOf(process.stdout),
    getErrHelpWidth: () => columnsOf(process.stderr),
  });
for (const command of COMMANDS) program.addCommand(like(program, command()));
program.addHelpText(
  'after',
  () => `
A meta-task is a folder with a script and its metatask.yaml. A task is one run of it.
${examples([
  [ownCommand('new greeter --template hello'), 'creates a meta-task in a folder'],
  [ownCommand('run greeter'), 'runs it here'],
  [ownCommand('<command> --help'), 'lists the options of a command, with examples'],
])}
Documentation: ${docsPage('tour.md')} and the pages beside it
`,
);

/** Copies the program's settings to a command and to all below it: one that is added as a whole does not inherit them. */
function like(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) like(command, child);
  return command;
}

// The reader has closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  if (process.argv.length > 2) await program.parseAsync();
  else program.outputHelp();
} catch (error) {
  // The exit code alone would not do: what has been opened by then may hold the process.
  process.exit(await reportFailure(error, json));
}
