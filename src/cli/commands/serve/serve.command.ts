import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { settingsHelp } from './serve-help.js';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the server.')
    .option(
      '--json',
      'print one JSON object on a line once it serves, with the credentials of a first start',
    )
    .option(
      '--paused',
      'pause the installation until `metarun resume`: no task runs, no schedule ticks, no webhook is sent',
    )
    .addHelpText(
      'after',
      examples([
        ['metarun serve', 'on 127.0.0.1:8080, with SQLite in .metarun'],
        ['METARUN_PORT=0 metarun serve --json', 'on a free port, which the output names'],
      ]) + settingsHelp(),
    )
    .action(async (options: { json?: boolean; paused?: boolean }) =>
      (await import('../../../server/main.js')).serve(options),
    );
}
