import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { collected, jsonOption } from '../../toolkit/options.js';

export function replayCommand(): Command {
  const command = new Command('replay')
    .description('Run a task that was pulled once more, with the script as it is now.')
    .argument('[folder]', 'that metarun pull has made', '.');
  return replayOptions(command)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 it ended as it did on the server, 1 it ended otherwise.\n' +
        examples([['metarun replay report-7f3a91c2', 'such as after the script was corrected']]),
    )
    .action(async (folder, options) =>
      (await import('./replay.action.js')).runReplay(folder, options),
    );
}

/** Adds the options that determine how a replay runs. */
export function replayOptions(command: Command): Command {
  return command
    .option(
      '--secret <NAME=value>',
      'a secret; NAME alone takes the environment variable; may be repeated',
      collected,
      [],
    )
    .option('--secrets <file>', 'secrets, as lines NAME=value')
    .option('--network', 'let the script connect to what the meta-task allows');
}
