import { Command, Option } from 'commander';
import type { ConnectionOptions } from '../../toolkit/connection.js';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

interface Options extends ConnectionOptions {
  all?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  restore?: boolean;
  check?: boolean;
  createWorkspaces?: boolean;
  withFiles?: boolean;
  note?: string;
  json?: boolean;
}

export function deployCommand(): Command {
  const command = new Command('deploy')
    .description('Put meta-tasks on a server: a new version of each that has changed.')
    .argument('[paths...]', 'folders with a metatask.yaml, or scripts; this folder without it')
    .addOption(new Option('--all', 'every folder with a metatask.yaml in and below the paths'))
    .addOption(new Option('--dry-run', 'show what would change, and change nothing'))
    .addOption(new Option('--create-workspaces', 'make workspaces that are named and missing'))
    .addOption(
      new Option('--with-files', 'bring what is in workspace/ of each to its workspace as well'),
    )
    .addOption(new Option('--no-check', 'leave it to the server what is wrong'))
    .addOption(new Option('--note <text>', 'what changes, or why, for the list of versions'))
    .addOption(new Option('--restore', 'bring meta-tasks back that are archived'))
    .addOption(
      new Option('--yes', 'do not ask, where a profile other than the default is the target'),
    )
    .addOption(jsonOption());
  return connectionOptions(command)
    .addHelpText(
      'after',
      examples([
        ['metarun deploy', 'the meta-task of this folder'],
        ['metarun deploy hello --with-files', 'and the files of hello/workspace/'],
        ['metarun deploy --all --dry-run', 'what would change of a whole repository'],
        ['metarun deploy hello reports --profile production --yes', 'two of them, asking nothing'],
        [
          'METARUN_URL=… METARUN_TOKEN=… metarun deploy --all',
          'in CI: no login, and no second version where nothing has changed',
        ],
      ]),
    )
    .action(async (paths: string[], options: Options) =>
      (await import('./deploy.action.js')).runDeploy(paths, options),
    );
}
