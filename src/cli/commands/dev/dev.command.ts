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
    .description('Serve the meta-tasks of a folder on this machine and deploy them on every save.')
    .argument('[folder]', 'folder with meta-tasks in it or below it', '.')
    .option('--port <port>', 'port to listen on (default: the next free one from 8080)', port)
    .option('--fresh', 'discard the tasks and files of the previous session')
    .option(
      '--shared-workspace',
      'share the default workspace among all meta-tasks that name none, as on a server',
    )
    .option('--open', 'open the dashboard in the browser, and the run of each failed task')
    .option('--json', 'print one JSON object per event and line')
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by Ctrl-C, 1 serving failed, 2 it could not be carried out.\n' +
        examples([
          [
            'metarun dev',
            'serves the meta-tasks of this folder; in another shell: metarun tasks list',
          ],
          ['metarun dev --open', 'opens the dashboard as well'],
          [
            'metarun dev reports --port 9000 --fresh',
            'serves another folder, without earlier data',
          ],
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
