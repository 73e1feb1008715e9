import { Command } from 'commander';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { collected, jsonOption } from '../../toolkit/options.js';
import type { TryOptions } from './try.action.js';

export function tryCommand(): Command {
  const command = new Command('try')
    .description('Run a meta-task on a server once, as it is here, without deploying it.')
    .argument('[path]', 'folder with a metatask.yaml, or a script', '.')
    .option('--params <json>', 'a JSON object, a file with one, or - for standard input')
    .option('--param <name=value>', 'one of the params; may come several times', collected, [])
    .option('--example <name>', 'the params of an example that the server has')
    .addOption(jsonOption());
  return connectionOptions(command)
    .addHelpText(
      'after',
      '\nIt takes 60 s at most, and is kept for a day. Exit codes: 0 it succeeded, 1 it did not, 2 a usage error.\n' +
        examples([
          ['metarun try hello --param name=Ada', 'with the secrets and files of the project'],
          ['metarun try report.py --example june', 'a change of a script'],
        ]),
    )
    .action(async (path: string, options: TryOptions) =>
      (await import('./try.action.js')).runTry(path, options),
    );
}
