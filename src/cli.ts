#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { Command } from 'commander';
import { approvalsCommand } from './commands/approvals.command.js';
import { bundleCommand } from './commands/bundle.command.js';
import { checkCommand } from './commands/check.command.js';
import { completionCommand } from './commands/completion.command.js';
import { deployCommand } from './commands/deploy.command.js';
import { devCommand } from './commands/dev.command.js';
import { doctorCommand } from './commands/doctor.command.js';
import { filesCommand } from './commands/files.command.js';
import { reportFailure } from './commands/toolkit/report-failure.js';
import { columnsOf } from './commands/toolkit/terminal.js';
import { keyCommand } from './commands/key.command.js';
import { loginCommand } from './commands/login.command.js';
import { logoutCommand } from './commands/logout.command.js';
import { newCommand } from './commands/new.command.js';
import { pullCommand } from './commands/pull.command.js';
import { replayCommand } from './commands/replay.command.js';
import { runCommand } from './commands/run.command.js';
import { serveCommand } from './commands/serve.command.js';
import { tasksCommand } from './commands/tasks.command.js';
import { templatesCommand } from './commands/templates.command.js';
import { testCommand } from './commands/test.command.js';
import { tokenCommand } from './commands/token.command.js';
import { readClientEnvironment } from './config/client-environment.js';
import { VERSION } from './kernel/version.js';
import { LANGUAGE_TITLES } from './languages/index.js';

/** In the order in which they are needed. */
const COMMANDS = [
  newCommand,
  templatesCommand,
  runCommand,
  devCommand,
  testCommand,
  checkCommand,
  deployCommand,
  pullCommand,
  replayCommand,
  loginCommand,
  logoutCommand,
  tasksCommand,
  filesCommand,
  approvalsCommand,
  serveCommand,
  tokenCommand,
  keyCommand,
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
