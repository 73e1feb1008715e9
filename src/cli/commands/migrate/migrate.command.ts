import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { MigrateCommandOptions } from './migrate.action.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Migrate the database to this release, without a server.')
    .option('--check', 'only show pending migrations; change nothing')
    .option(
      '--upgrade-now',
      'stop servers of an older release that cannot work with the changed database',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 the database is up to date, 1 an error, 4 with --check: migrations are pending.\n' +
        examples([
          ['metarun migrate --check', 'checks before an upgrade'],
          ['metarun migrate', 'migrates once, before servers start with METARUN_MIGRATE=off'],
        ]),
    )
    .action(async (options: MigrateCommandOptions) =>
      (await import('./migrate.action.js')).runMigrate(options),
    );
}
