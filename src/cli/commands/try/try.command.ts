import { Command } from 'commander';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { collected, jsonOption } from '../../toolkit/options.js';
import type { TryOptions } from './try.action.js';

export function tryCommand(): Command {
  const command = new Command('try')
    .description('Run the local version of a meta-task once on a server, without deploying it.')
    .argument('[path]', 'folder with a metatask.yaml, or a script', '.')
    .option('--params <json>', 'JSON object, a file with one, or - for standard input')
    .option('--param <name=value>', 'one of the params; can be repeated', collected, [])
    .option('--example <name>', 'name of an example on the server whose params are used')
    .addOption(jsonOption());
  return connectionOptions(command)
    .addHelpText(
      'after',
      '\nThe run takes at most 60 s and is kept for a day. Exit codes: 0 it succeeded, 1 it did not, 2 a usage error.\n' +
        examples([
          ['metarun try hello --param name=Ada', 'uses the secrets and files of the project'],
          ['metarun try report.py --example june', 'tries a change of a script'],
        ]),
    )
    .action(async (path: string, options: TryOptions) =>
      (await import('./try.action.js')).runTry(path, options),
    );
}
