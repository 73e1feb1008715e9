import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { RotateSecretKeyOptions } from './rotate-secret-key.action.js';

export function rotateSecretKeyCommand(): Command {
  return new Command('rotate-secret-key')
    .description(
      "Encrypt all secrets of this machine's installation with a new key. All servers must be stopped.",
    )
    .option('--new-key <file>', 'a file with the new key, where METARUN_SECRET_KEY has the old one')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nWithout METARUN_SECRET_KEY the new key is made, and replaces secret.key in the data folder.\n' +
        examples([
          ['metarun rotate-secret-key', 'a new secret.key'],
          ['openssl rand -base64 32 > new.key', 'with METARUN_SECRET_KEY: make one,'],
          ['metarun rotate-secret-key --new-key new.key', 'then set METARUN_SECRET_KEY to it'],
        ]),
    )
    .action(async (options: RotateSecretKeyOptions) =>
      (await import('./rotate-secret-key.action.js')).runRotateSecretKey(options),
    );
}
