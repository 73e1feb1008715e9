import { Command, Option } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

interface Options {
  all?: boolean;
  json?: boolean;
}

export function logoutCommand(): Command {
  return new Command('logout')
    .description('Forget a profile and its token. The token stays valid on its server.')
    .argument('[profile]', 'the default one without it')
    .addOption(new Option('--all', 'forget all of them'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun logout staging', 'forget this one'],
        ['metarun logout --all', 'leave nothing on this machine'],
      ]),
    )
    .action(async (profile: string | undefined, options: Options) =>
      (await import('./logout.action.js')).runLogout(profile, options),
    );
}
