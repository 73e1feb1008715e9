import { Command } from 'commander';
import { approvalsCommand } from './commands/approvals/approvals.command.js';
import { auditCommand } from './commands/audit/audit.command.js';
import { backupCommand } from './commands/backup/backup.command.js';
import { bulkCommand } from './commands/bulk/bulk.command.js';
import { bundleCommand } from './commands/bundle/bundle.command.js';
import { checkCommand } from './commands/check/check.command.js';
import { completionCommand } from './commands/completion/completion.command.js';
import { deployCommand } from './commands/deploy/deploy.command.js';
import { devCommand } from './commands/dev/dev.command.js';
import { doctorCommand } from './commands/doctor/doctor.command.js';
import { filesCommand } from './commands/files/files.command.js';
import { docsPage } from './toolkit/docs-page.js';
import { examples } from './toolkit/examples.js';
import { ownCommand } from '../base/config/own-command.js';
import { stderr, stdout } from './toolkit/output.js';
import { reportFailure } from './toolkit/report-failure.js';
import { lastToAnswer } from './toolkit/report-wait.js';
import { measureColumns } from './toolkit/terminal.js';
import { installationCommand } from './commands/installation/installation.command.js';
import { keyCommand } from './commands/key/key.command.js';
import { loginCommand } from './commands/login/login.command.js';
import { logoutCommand } from './commands/logout/logout.command.js';
import { mcpCommand } from './commands/mcp/mcp.command.js';
import { newCommand } from './commands/new/new.command.js';
import { findCommand, nowCommand, statsCommand } from './commands/now/now.command.js';
import { openCommand } from './commands/open/open.command.js';
import { pullCommand } from './commands/pull/pull.command.js';
import { replayCommand } from './commands/replay/replay.command.js';
import { migrateCommand } from './commands/migrate/migrate.command.js';
import { moveCommand } from './commands/move/move.command.js';
import { rotateSecretKeyCommand } from './commands/rotate-secret-key/rotate-secret-key.command.js';
import { restoreCommand } from './commands/restore/restore.command.js';
import { resumeCommand } from './commands/resume/resume.command.js';
import { runCommand } from './commands/run/run.command.js';
import { serveCommand, workerCommand } from './commands/serve/serve.command.js';
import { tasksCommand } from './commands/tasks/tasks.command.js';
import { templatesCommand } from './commands/templates/templates.command.js';
import { testCommand } from './commands/test/test.command.js';
import { tokenCommand } from './commands/token/token.command.js';
import { apiKeysCommand } from './commands/api-keys/api-keys.command.js';
import { usersCommand } from './commands/users/users.command.js';
import { membersCommand } from './commands/members/members.command.js';
import { agentsCommand } from './commands/agents/agents.command.js';
import { memoriesCommand } from './commands/memories/memories.command.js';
import { metaTasksCommand } from './commands/meta-tasks/meta-tasks.command.js';
import { projectsCommand } from './commands/projects/projects.command.js';
import { schedulesCommand } from './commands/schedules/schedules.command.js';
import { imagesCommand } from './commands/images/images.command.js';
import { mcpServersCommand } from './commands/mcp-servers/mcp-servers.command.js';
import { modelProvidersCommand } from './commands/model-providers/model-providers.command.js';
import { secretsCommand } from './commands/secrets/secrets.command.js';
import { tryCommand } from './commands/try/try.command.js';
import { usageCommand } from './commands/usage/usage.command.js';
import { sessionsCommand } from './commands/sessions/sessions.command.js';
import { tokensCommand, whoamiCommand } from './commands/tokens/tokens.command.js';
import { webhooksCommand } from './commands/webhooks/webhooks.command.js';
import { workspacesCommand } from './commands/workspaces/workspaces.command.js';
import { VERSION } from '../base/kernel/version.js';
import { LANGUAGE_TITLES } from '../base/languages/index.js';

/** Factories of all commands by name, in the order of a typical workflow. */
export const COMMANDS: Readonly<Record<string, () => Command>> = {
  new: newCommand,
  templates: templatesCommand,
  run: runCommand,
  dev: devCommand,
  test: testCommand,
  check: checkCommand,
  try: tryCommand,
  deploy: deployCommand,
  pull: pullCommand,
  replay: replayCommand,
  login: loginCommand,
  logout: logoutCommand,
  open: openCommand,
  now: nowCommand,
  find: findCommand,
  mcp: mcpCommand,
  tasks: tasksCommand,
  bulk: bulkCommand,
  files: filesCommand,
  approvals: approvalsCommand,
  stats: statsCommand,
  'meta-tasks': metaTasksCommand,
  agents: agentsCommand,
  schedules: schedulesCommand,
  secrets: secretsCommand,
  'model-providers': modelProvidersCommand,
  'mcp-servers': mcpServersCommand,
  images: imagesCommand,
  usage: usageCommand,
  webhooks: webhooksCommand,
  memories: memoriesCommand,
  workspaces: workspacesCommand,
  projects: projectsCommand,
  members: membersCommand,
  'api-keys': apiKeysCommand,
  users: usersCommand,
  tokens: tokensCommand,
  sessions: sessionsCommand,
  audit: auditCommand,
  installation: installationCommand,
  whoami: whoamiCommand,
  serve: serveCommand,
  worker: workerCommand,
  token: tokenCommand,
  key: keyCommand,
  backup: backupCommand,
  restore: restoreCommand,
  migrate: migrateCommand,
  move: moveCommand,
  'rotate-secret-key': rotateSecretKeyCommand,
  resume: resumeCommand,
  bundle: bundleCommand,
  doctor: doctorCommand,
  completion: completionCommand,
};

/**
 * Runs the command named by the arguments. Returns the exit code if the process must exit at once because open
 * resources may keep it running; null if it ends by itself.
 */
export async function runProgram(args: readonly string[]): Promise<number | null> {
  const json = args.includes('--json');
  const program = createProgram(args, json);
  const failed = Promise.withResolvers<never>();
  // Errors in timers and listeners that process a server's response are reported like errors of the command.
  const fail = (error: Error): void => {
    if (lastToAnswer() === null) throw error;
    failed.reject(error);
  };
  process.on('uncaughtException', fail);
  try {
    if (args.length > 0)
      await Promise.race([program.parseAsync(args, { from: 'user' }), failed.promise]);
    else program.outputHelp();
    return null;
  } catch (error) {
    return reportFailure(error, json);
  }
}

function createProgram(args: readonly string[], json: boolean): Command {
  const program = new Command('metarun')
    .description(`Versioned ${LANGUAGE_TITLES} scripts, run as tasks behind a REST interface.`)
    .version(VERSION)
    // Commands have their own option of this name, such as `files cat --version`.
    .enablePositionalOptions()
    .showHelpAfterError('(--help lists the commands and options.)')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      // With --json, the error is the document.
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => json || stderr.write(text),
      getOutHelpWidth: () => measureColumns(stdout),
      getErrHelpWidth: () => measureColumns(stderr),
    });
  for (const make of namedBy(args)) program.addCommand(like(program, make()));
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
  return program;
}

/**
 * Returns the command named by the arguments, or all for help. Creating all commands takes longer than running many of
 * them.
 */
function namedBy([name = '']: readonly string[]): (() => Command)[] {
  const one = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  // Completion needs all commands.
  return one === undefined || one === completionCommand ? Object.values(COMMANDS) : [one];
}

/** Copies the program's settings to a command and its subcommands, which do not inherit them when added as a whole. */
function like(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) like(command, child);
  return command;
}
