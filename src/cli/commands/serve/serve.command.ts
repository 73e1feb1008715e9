import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { settingsHelp } from './serve-help.js';

interface Options {
  json?: boolean;
  paused?: boolean;
  role?: string;
  upgradeNow?: boolean;
}

export function serveCommand(): Command {
  return withOptions(new Command('serve'))
    .description('Start the server.')
    .option(
      '--role <roles>',
      'what it does, instead of METARUN_ROLE: all, or some of api,keeper,worker',
    )
    .addHelpText(
      'after',
      examples([
        ['metarun serve', 'on 127.0.0.1:8080, with SQLite in .metarun'],
        ['METARUN_PORT=0 metarun serve --json', 'on a free port, which the output names'],
        ['metarun serve --role api,keeper', 'on PostgreSQL, beside processes of `metarun worker`'],
      ]) + settingsHelp(),
    )
    .action(serve);
}

export function workerCommand(): Command {
  return withOptions(new Command('worker'))
    .description('Start a process that runs tasks, without the API: `metarun serve --role worker`.')
    .addHelpText(
      'after',
      examples([['METARUN_PORT=0 metarun worker', 'on a free port, for /health and /metrics']]),
    )
    .action((options: Options) => serve({ ...options, role: 'worker' }));
}

function withOptions(command: Command): Command {
  return command
    .option(
      '--json',
      'print one JSON object on a line once it serves, with the credentials of a first start',
    )
    .option(
      '--paused',
      'pause the installation until `metarun resume`: no task runs, no schedule ticks, no webhook is sent',
    )
    .option(
      '--upgrade-now',
      'have servers of an older release end that cannot work with what this one changes in the database',
    );
}

async function serve(options: Options): Promise<void> {
  await (await import('../../../server/main.js')).serve(options);
}
