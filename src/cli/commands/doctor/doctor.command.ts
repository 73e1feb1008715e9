import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check whether the installation is in order. Changes nothing.')
    .option('--storage', 'verify the checksum of every stored content')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 no problems, 1 problems found, 2 the contents could not be checked.\n' +
        examples([['metarun doctor --storage --json', 'prints JSON, for monitoring of backups']]),
    )
    .action(async (options: { storage?: boolean; json?: boolean }) =>
      (await import('./doctor.action.js')).runDoctor(options),
    );
}
