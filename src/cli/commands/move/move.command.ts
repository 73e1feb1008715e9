import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { MoveCommandOptions } from './move.action.js';

export function moveCommand(): Command {
  return new Command('move')
    .description(
      'Move the database of the data folder that METARUN_DATA_DIR names to PostgreSQL, or back to SQLite. All servers must be stopped.',
    )
    .option('--to <url>', 'an empty PostgreSQL database, which gets all rows')
    .option('--from <url>', 'the PostgreSQL database; the data folder gets a SQLite database')
    .option('--dry-run', 'only count what would be moved')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nFiles and the key of the secrets stay where they are. The old database keeps its rows, and is paused.\n' +
        examples([
          ['metarun move --to postgres://metarun@db/metarun --dry-run', 'rows of each table'],
          [
            'metarun move --to postgres://metarun@db/metarun',
            'then: METARUN_DATABASE_URL=… metarun serve',
          ],
          ['metarun move --from postgres://metarun@db/metarun', 'the way back'],
        ]),
    )
    .action(async (options: MoveCommandOptions) =>
      (await import('./move.action.js')).runMove(options),
    );
}
