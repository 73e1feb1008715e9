import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      "Back up this machine's installation into a new folder: database, files, key of the secrets. The server may run.",
    )
    .argument('<folder>', 'a folder that is empty or not there yet')
    .option('--no-contents', 'leave the files where they are, in a bucket that has its own backup')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nThe folder has the key of the secrets: keep it as you keep passwords.\n' +
        examples([
          ['metarun backup /backups/monday', 'of the installation that METARUN_… name'],
          ['metarun restore --check /backups/monday', 'whether the backup is whole'],
        ]),
    )
    .action(async (folder: string, options: { contents: boolean; json?: boolean }) =>
      (await import('./backup.action.js')).runBackup(folder, options),
    );
}
