import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { RotateSecretKeyOptions } from './rotate-secret-key.action.js';

export function rotateSecretKeyCommand(): Command {
  return new Command('rotate-secret-key')
    .description(
      "Encrypt all secrets of this machine's installation with a new key. All servers must be stopped.",
    )
    .option('--new-key <file>', 'file with the new key, if METARUN_SECRET_KEY contains the old one')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nWithout METARUN_SECRET_KEY, a new key is created and replaces secret.key in the data folder.\n' +
        examples([
          ['metarun rotate-secret-key', 'creates a new secret.key'],
          ['openssl rand -base64 32 > new.key', 'creates a key for METARUN_SECRET_KEY'],
          [
            'metarun rotate-secret-key --new-key new.key',
            'rotates; then set METARUN_SECRET_KEY to the new key',
          ],
        ]),
    )
    .action(async (options: RotateSecretKeyOptions) =>
      (await import('./rotate-secret-key.action.js')).runRotateSecretKey(options),
    );
}
