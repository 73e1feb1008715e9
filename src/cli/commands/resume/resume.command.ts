import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function resumeCommand(): Command {
  return new Command('resume')
    .description(
      "End the pause of this machine's installation. Tasks, schedules and webhooks continue within a second.",
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nAn installation is paused after `metarun restore`, and by `metarun serve --paused`.\n' +
        examples([['metarun resume', 'works with or without a running server']]),
    )
    .action(async (options: { json?: boolean }) =>
      (await import('./resume.action.js')).runResume(options),
    );
}
