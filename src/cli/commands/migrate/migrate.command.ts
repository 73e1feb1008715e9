import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { MigrateCommandOptions } from './migrate.action.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the tables of the database up to date with this release, without a server.')
    .option('--check', 'only say what is missing; change nothing')
    .option(
      '--upgrade-now',
      'have servers of an older release end that cannot work with what this one changes in the database',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 the tables are up to date, 1 an error, 4 with --check: they are older than this release.\n' +
        examples([
          ['metarun migrate --check', 'before an upgrade'],
          ['metarun migrate', 'once, before servers start with METARUN_MIGRATE=off'],
        ]),
    )
    .action(async (options: MigrateCommandOptions) =>
      (await import('./migrate.action.js')).runMigrate(options),
    );
}
