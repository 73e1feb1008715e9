import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { days, jsonOption } from '../../toolkit/options.js';

interface Options {
  user?: string;
  name?: string;
  role?: string;
  /** Lifetime, in seconds. */
  days?: number;
  json?: boolean;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description("Create an access token (mrt_…) in this machine's installation and print it.")
    .option('--user <user>', 'id or name of the user (default: the first administrator)')
    .option('--name <name>', 'purpose of the token')
    .option('--role <role>', 'role: viewer, author or admin')
    .option('--days <days>', 'validity in days', days)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun token --role viewer --days 7', 'creates a read-only token for a week'],
        ['TOKEN=$(metarun token)', 'prints only the token, for a script'],
      ]),
    )
    .action(async ({ days: expiresInSeconds, ...options }: Options) =>
      (await import('./token.action.js')).runToken({ ...options, expiresInSeconds }),
    );
}
