import { Command, Option } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

interface Options {
  all?: boolean;
  json?: boolean;
}

export function logoutCommand(): Command {
  return new Command('logout')
    .description(
      'Remove a profile and its token from this machine. The token stays valid on its server.',
    )
    .argument('[profile]', 'name of the profile (default: the default one)')
    .addOption(new Option('--all', 'remove all profiles'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun logout staging', 'removes this profile'],
        ['metarun logout --all', 'removes all profiles from this machine'],
      ]),
    )
    .action(async (profile: string | undefined, options: Options) =>
      (await import('./logout.action.js')).runLogout(profile, options),
    );
}
