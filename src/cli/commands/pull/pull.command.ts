import { Command } from 'commander';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption, wholeNumber } from '../../toolkit/options.js';
import { replayOptions } from '../replay/replay.command.js';

export function pullCommand(): Command {
  const command = new Command('pull')
    .description(
      'Fetch a task from a server into a folder, as it ran there, and run it again here if that is wanted.',
    )
    .argument('<task>', 'id, its beginning or end, or the name of a task')
    .option('--into <folder>', 'where it goes; <identifier>-<end of the id> without it')
    .option('-f, --force', 'replace what an earlier pull has left there')
    .option('--files <pattern...>', 'only files that match')
    .option('--no-files', 'no files')
    .option('--max-mb <number>', 'MB of files at most', wholeNumber(1, 1000), 200)
    .option('--run', 'run it again here, without being asked')
    .option('--no-run', 'only fetch it, without being asked');
  connectionOptions(replayOptions(command).addOption(jsonOption()));
  return command
    .addHelpText(
      'after',
      '\nWithout --run the command asks first; without a terminal it does not run it.\n' +
        'The replay gives the script what its steps have recorded instead of doing them again, and has no network\n' +
        'unless --network is given.\n' +
        'Exit codes: 0 it ended here as it did there, or was not run; 1 it ended otherwise.\n' +
        examples([
          ['metarun pull 7f3a91c2', 'a task with its script, params, files and steps'],
          ['metarun pull 7f3a91c2 --run', 'and how it ends here'],
          ['metarun pull 7f3a91c2 --files "data/**" --no-run', 'some of its files, and no run'],
        ]),
    )
    .action(async (task, options) => (await import('./pull.action.js')).runPull(task, options));
}
