import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { collected, jsonOption } from '../../toolkit/options.js';

export function replayCommand(): Command {
  const command = new Command('replay')
    .description('Replay a pulled task with the current script.')
    .argument('[folder]', 'folder created by metarun pull', '.');
  return replayOptions(command)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 it ended as on the server, 1 it ended differently.\n' +
        examples([
          [
            'metarun replay report-7f3a91c2',
            'replays it, for example after a correction of the script',
          ],
        ]),
    )
    .action(async (folder, options) =>
      (await import('./replay.action.js')).runReplay(folder, options),
    );
}

/** Adds the options of a replay to a command. */
export function replayOptions(command: Command): Command {
  return command
    .option(
      '--secret <NAME=value>',
      'secret; NAME alone uses the environment variable; can be repeated',
      collected,
      [],
    )
    .option('--secrets <file>', 'file of secrets, as lines NAME=value')
    .option('--network', 'allow the network connections of the meta-task');
}
