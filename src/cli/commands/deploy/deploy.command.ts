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
    .description('Deploy meta-tasks to a server, with a new version of each changed one.')
    .argument('[paths...]', 'folders with a metatask.yaml, or scripts (default: this folder)')
    .addOption(
      new Option('--all', 'deploy every folder with a metatask.yaml in and below the paths'),
    )
    .addOption(new Option('--dry-run', 'show what would change without changing anything'))
    .addOption(new Option('--create-workspaces', 'create workspaces that are named but missing'))
    .addOption(
      new Option(
        '--with-files',
        'upload the contents of workspace/ of each meta-task to its workspace as well',
      ),
    )
    .addOption(new Option('--no-check', 'skip local checks and leave them to the server'))
    .addOption(
      new Option('--note <text>', 'note for the version list, such as the reason for the change'),
    )
    .addOption(new Option('--restore', 'restore archived meta-tasks'))
    .addOption(
      new Option('--yes', 'skip the confirmation for a profile other than the default one'),
    )
    .addOption(jsonOption());
  return connectionOptions(command)
    .addHelpText(
      'after',
      examples([
        ['metarun deploy', 'deploys the meta-task of this folder'],
        ['metarun deploy hello --with-files', 'uploads the files of hello/workspace/ as well'],
        ['metarun deploy --all --dry-run', 'shows what would change in a whole repository'],
        [
          'metarun deploy hello reports --profile production --yes',
          'deploys two meta-tasks without confirmation',
        ],
        [
          'METARUN_URL=… METARUN_TOKEN=… metarun deploy --all',
          'deploys in CI: no login, and no new version without changes',
        ],
      ]),
    )
    .action(async (paths: string[], options: Options) =>
      (await import('./deploy.action.js')).runDeploy(paths, options),
    );
}
