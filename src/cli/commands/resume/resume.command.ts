import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function resumeCommand(): Command {
  return new Command('resume')
    .description(
      "End the pause of this machine's installation: tasks, schedules and webhooks go on within a second.",
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nAn installation is paused after `metarun restore`, and by `metarun serve --paused`.\n' +
        examples([['metarun resume', 'whether a server runs or not']]),
    )
    .action(async (options: { json?: boolean }) =>
      (await import('./resume.action.js')).runResume(options),
    );
}
