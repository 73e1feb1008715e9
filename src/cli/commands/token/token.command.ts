import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { days, jsonOption } from '../../toolkit/options.js';

interface Options {
  user?: string;
  name?: string;
  role?: string;
  /** Seconds. */
  days?: number;
  json?: boolean;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description("Make an access token (mrt_…) in this machine's installation and print it.")
    .option('--user <user>', 'id or name of the user; the first administrator without it')
    .option('--name <name>', 'what it is for')
    .option('--role <role>', 'viewer, author or admin')
    .option('--days <days>', 'ends after so many days', days)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun token --role viewer --days 7', 'one that reads, for a week'],
        ['TOKEN=$(metarun token)', 'in a script: the token is all that is printed'],
      ]),
    )
    .action(async ({ days: expiresInSeconds, ...options }: Options) =>
      (await import('./token.action.js')).runToken({ ...options, expiresInSeconds }),
    );
}
