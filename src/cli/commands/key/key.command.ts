import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { days, jsonOption } from '../../toolkit/options.js';

interface Options {
  project: string;
  name?: string;
  scopes?: string[];
  /** Lifetime, in seconds. */
  days?: number;
  json?: boolean;
}

export function keyCommand(): Command {
  return new Command('key')
    .description(
      "Create an API key (mrk_…) of a project in this machine's installation and print it.",
    )
    .option('--project <project>', 'id or slug of the project', 'default')
    .option('--name <name>', 'purpose of the key')
    .option('--scopes <scopes...>', 'scopes of the key (default: all)')
    .option('--days <days>', 'validity in days', days)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun key --scopes tasks:read events:read', 'creates a key that can follow tasks'],
        ['KEY=$(metarun key --project reports)', 'prints only the key, for a script'],
      ]),
    )
    .action(async ({ days: expiresInSeconds, ...options }: Options) =>
      (await import('./key.action.js')).runKey({ ...options, expiresInSeconds }),
    );
}
