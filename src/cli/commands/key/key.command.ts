import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { days, jsonOption } from '../../toolkit/options.js';

interface Options {
  project: string;
  name?: string;
  scopes?: string[];
  /** Seconds. */
  days?: number;
  json?: boolean;
}

export function keyCommand(): Command {
  return new Command('key')
    .description(
      "Make an API key (mrk_…) of a project in this machine's installation and print it.",
    )
    .option('--project <project>', 'id or slug', 'default')
    .option('--name <name>', 'what it is for')
    .option('--scopes <scopes...>', 'what it may do; all without it')
    .option('--days <days>', 'ends after so many days', days)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun key --scopes tasks:read events:read', 'one that follows tasks'],
        ['KEY=$(metarun key --project reports)', 'in a script: the key is all that is printed'],
      ]),
    )
    .action(async ({ days: expiresInSeconds, ...options }: Options) =>
      (await import('./key.action.js')).runKey({ ...options, expiresInSeconds }),
    );
}
