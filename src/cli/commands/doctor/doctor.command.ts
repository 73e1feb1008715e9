import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Look whether the installation is as it must be; changes nothing.')
    .option('--storage', 'read every stored content and hold it to its checksum')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 all is well, 1 something is wrong, 2 the contents could not be checked.\n' +
        examples([['metarun doctor --storage --json', 'for a program that watches over backups']]),
    )
    .action(async (options: { storage?: boolean; json?: boolean }) =>
      (await import('./doctor.action.js')).runDoctor(options),
    );
}
