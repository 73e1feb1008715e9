import { Command } from 'commander';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption, wholeNumber } from '../../toolkit/options.js';
import { replayOptions } from '../replay/replay.command.js';

export function pullCommand(): Command {
  const command = new Command('pull')
    .description(
      'Download a task from a server into a folder, as it ran there, and optionally replay it.',
    )
    .argument('<task>', 'id of a task, the beginning or end of it, or the name of a task')
    .option('--into <folder>', 'target folder (default: <identifier>-<end of the id>)')
    .option('-f, --force', 'replace the results of an earlier pull')
    .option('--files <pattern...>', 'only matching files')
    .option('--no-files', 'skip files')
    .option('--max-mb <number>', 'maximum total size of files, in MB', wholeNumber(1, 1000), 200)
    .option('--run', 'replay it without asking')
    .option('--no-run', 'only download it, without asking');
  connectionOptions(replayOptions(command).addOption(jsonOption()));
  return command
    .addHelpText(
      'after',
      '\nWithout --run the command asks first; without a terminal it does not run the task.\nThe replay returns recorded step results to the script instead of running the steps again, and has no network\nunless --network is given.\nExit codes: 0 it ended as on the server, or was not run; 1 it ended differently.\n' +
        examples([
          ['metarun pull 7f3a91c2', 'downloads a task with its script, params, files and steps'],
          ['metarun pull 7f3a91c2 --run', 'replays it as well'],
          [
            'metarun pull 7f3a91c2 --files "data/**" --no-run',
            'downloads some of its files, without a replay',
          ],
        ]),
    )
    .action(async (task, options) => (await import('./pull.action.js')).runPull(task, options));
}
