import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Restore a backup into the empty data folder, database and bucket that METARUN_… name. It starts paused.',
    )
    .argument('<folder>', 'a folder that `metarun backup` has made')
    .option('--check', 'only hold the backup to its checksums')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['METARUN_DATA_DIR=/srv/metarun metarun restore /backups/monday', 'then: metarun serve'],
        ['metarun resume', 'once all is as it should be: schedules, webhooks and tasks go on'],
      ]),
    )
    .action(async (folder: string, options: { check?: boolean; json?: boolean }) =>
      (await import('./restore.action.js')).runRestore(folder, options),
    );
}
