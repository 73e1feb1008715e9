import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      "Back up this machine's installation into a new folder: database, files, key of the secrets. The server may run.",
    )
    .argument('<folder>', 'empty or new folder')
    .option('--no-contents', 'do not copy files in a bucket that has its own backup')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nThe folder contains the key of the secrets: protect it like a password.\n' +
        examples([
          [
            'metarun backup /backups/monday',
            'backs up the installation that the METARUN_… variables name',
          ],
          ['metarun restore --check /backups/monday', 'checks whether the backup is complete'],
        ]),
    )
    .action(async (folder: string, options: { contents: boolean; json?: boolean }) =>
      (await import('./backup.action.js')).runBackup(folder, options),
    );
}
