import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { SETTINGS } from '../../../server/core/config.js';

interface Options {
  json?: boolean;
  paused?: boolean;
  role?: string;
  upgradeNow?: boolean;
}

export function serveCommand(): Command {
  return withOptions(new Command('serve'))
    .description('Start the server.')
    .option('--role <roles>', 'roles, instead of METARUN_ROLE: all, or some of api,keeper,worker')
    .addHelpText(
      'after',
      examples([
        ['metarun serve', 'serves on 127.0.0.1:8080, with SQLite in .metarun'],
        ['METARUN_PORT=0 metarun serve --json', 'serves on a free port and prints it'],
        [
          'metarun serve --role api,keeper',
          'runs on PostgreSQL, alongside `metarun worker` processes',
        ],
      ]) + settingsHelp(),
    )
    .action(serve);
}

export function workerCommand(): Command {
  return withOptions(new Command('worker'))
    .description(
      'Start a process that only runs tasks, without the API: `metarun serve --role worker`.',
    )
    .addHelpText(
      'after',
      examples([['METARUN_PORT=0 metarun worker', 'uses a free port for /health and /metrics']]),
    )
    .action((options: Options) => serve({ ...options, role: 'worker' }));
}

function withOptions(command: Command): Command {
  return command
    .option(
      '--json',
      'print one JSON object on a line when ready, with the credentials of a first start',
    )
    .option(
      '--paused',
      'pause the installation until `metarun resume`: no tasks run, no schedules create tasks, no webhooks are sent',
    )
    .option(
      '--upgrade-now',
      'stop servers of an older release that cannot work with the changed database',
    );
}

async function serve(options: Options): Promise<void> {
  await (await import('../../../server/main.js')).serve(options);
}

/** Returns the section of --help that lists the settings. */
function settingsHelp(): string {
  const rows = Object.values(SETTINGS).map(({ env, description, allowed, fallback }) => {
    const standard = fallback === '' ? '' : `; default ${fallback}`;
    return `  ${env}\n      ${description}\n      Allowed: ${allowed}${standard}.`;
  });
  return `\nSettings, from the environment; NAME.entry is an entry of NAME, as in METARUN_LIMITS=webhooks=100,files=0:\n${rows.join('\n')}\n`;
}
