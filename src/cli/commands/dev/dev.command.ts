import { Command, InvalidArgumentError } from 'commander';
import { examples } from '../../toolkit/examples.js';

interface Options {
  port?: number;
  fresh?: boolean;
  sharedWorkspace?: boolean;
  open?: boolean;
  json?: boolean;
}

export function devCommand(): Command {
  return new Command('dev')
    .description(
      'Serve the meta-tasks of a folder on this machine, and deploy them whenever they are saved.',
    )
    .argument('[folder]', 'with meta-tasks in it or below it', '.')
    .option('--port <port>', 'port to listen on; the next free one from 8080 without it', port)
    .option('--fresh', 'begin without the tasks and files of last time')
    .option(
      '--shared-workspace',
      'all meta-tasks that name no workspace use the default one, as on a server',
    )
    .option('--open', 'open the dashboard in the browser, and the run of a task that fails')
    .option('--json', 'print a JSON object on a line of its own for each thing that happens')
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by Ctrl-C, 1 it cannot serve, 2 it cannot be carried out.\n' +
        examples([
          ['metarun dev', 'the meta-tasks of this folder; in another shell: metarun tasks list'],
          ['metarun dev --open', 'with the dashboard beside it'],
          ['metarun dev reports --port 9000 --fresh', 'of another one, with no data'],
        ]),
    )
    .action(async (folder: string, options: Options) =>
      (await import('./dev.action.js')).runDev(folder, options),
    );
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new InvalidArgumentError('A port from 1 to 65535.');
  return value;
}
