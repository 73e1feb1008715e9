import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { MoveCommandOptions } from './move.action.js';

export function moveCommand(): Command {
  return new Command('move')
    .description(
      'Move the database of METARUN_DATA_DIR to PostgreSQL, or back to SQLite. All servers must be stopped.',
    )
    .option('--to <url>', 'empty PostgreSQL database that receives all rows')
    .option('--from <url>', 'PostgreSQL database to move back to SQLite in the data folder')
    .option('--dry-run', 'only count the rows to move')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nFiles and the key of the secrets stay in place. The old database keeps its rows, and is paused.\n' +
        examples([
          [
            'metarun move --to postgres://metarun@db/metarun --dry-run',
            'counts the rows of each table',
          ],
          [
            'metarun move --to postgres://metarun@db/metarun',
            'then: METARUN_DATABASE_URL=… metarun serve',
          ],
          ['metarun move --from postgres://metarun@db/metarun', 'moves back to SQLite'],
        ]),
    )
    .action(async (options: MoveCommandOptions) =>
      (await import('./move.action.js')).runMove(options),
    );
}
