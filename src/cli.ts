#!/usr/bin/env node
import 'reflect-metadata';
import { Command, InvalidArgumentError } from 'commander';
import { settingsHelp } from './commands/serve-help.js';
import { messageOf } from './kernel/errors.js';
import { VERSION } from './kernel/version.js';

const program = new Command('metarun')
  .description('Versioned Python and TypeScript scripts, run as tasks behind a REST interface.')
  .version(VERSION)
  .showHelpAfterError();

program
  .command('serve', { isDefault: true })
  .description('Start the server.')
  .addHelpText('after', settingsHelp())
  .action(async () => (await import('./main.js')).serve());

const days = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('A number of days above 0.');
  return Math.round(value * 86_400);
};

program
  .command('token')
  .description('Make an access token (mrt_…) for an administrator and print it.')
  .option('--user <user>', 'id or name of the user; the first administrator without it')
  .option('--name <name>', 'what it is for')
  .option('--role <role>', 'viewer, author or admin')
  .option('--days <days>', 'ends after so many days', days)
  .action(async (options: { user?: string; name?: string; role?: string; days?: number }) =>
    (await import('./commands/token.command.js')).runTokenCommand({
      user: options.user,
      name: options.name,
      role: options.role,
      expiresInSeconds: options.days,
    }),
  );

program
  .command('key')
  .description('Make an API key (mrk_…) of a project and print it.')
  .option('--project <project>', 'id or slug', 'default')
  .option('--name <name>', 'what it is for')
  .option('--scopes <scopes...>', 'what it may do; all without it')
  .option('--days <days>', 'ends after so many days', days)
  .action(async (options: { project: string; name?: string; scopes?: string[]; days?: number }) =>
    (await import('./commands/key.command.js')).runKeyCommand({
      project: options.project,
      name: options.name,
      scopes: options.scopes,
      expiresInSeconds: options.days,
    }),
  );

program
  .command('bundle')
  .description('Make one TypeScript script of a file, the files it imports and their npm packages.')
  .argument('<entry>', 'the file that exports run')
  .option('-o, --out <file>', 'where the script goes; standard output without it')
  .option('--json', 'print one JSON document, of faults too')
  .option('--minify', 'minify it even where it is not too large')
  .action(async (entry: string, options: { out?: string; json?: boolean; minify?: boolean }) =>
    (await import('./commands/bundle.command.js')).runBundleCommand(entry, options),
  );

program
  .command('doctor')
  .description('Look whether the installation is as it must be; changes nothing.')
  .option('--storage', 'read every stored content and hold it to its checksum')
  .option('--json', 'print one JSON document')
  .addHelpText(
    'after',
    '\nExit codes: 0 all is well, 1 something is wrong, 2 the contents could not be checked.\n',
  )
  .action(async (options: { storage?: boolean; json?: boolean }) =>
    (await import('./commands/doctor.command.js')).runDoctorCommand(options),
  );

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`metarun: ${messageOf(error)}\n`);
  process.exit(1);
}
