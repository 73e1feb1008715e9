import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Restore a backup into the empty data folder, database and bucket of the METARUN_… variables. It starts paused.',
    )
    .argument('<folder>', 'folder created by `metarun backup`')
    .option('--check', 'only verify the checksums of the backup')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['METARUN_DATA_DIR=/srv/metarun metarun restore /backups/monday', 'then: metarun serve'],
        ['metarun resume', 'resumes schedules, webhooks and tasks after a check'],
      ]),
    )
    .action(async (folder: string, options: { check?: boolean; json?: boolean }) =>
      (await import('./restore.action.js')).runRestore(folder, options),
    );
}
