import { Command, Option } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

interface Options {
  url?: string;
  token?: string;
  profile?: string;
  project?: string;
  use?: string;
  list?: boolean;
  json?: boolean;
}

export function loginCommand(): Command {
  return new Command('login')
    .description('Keep how to reach a server as a profile, and make it the default one.')
    .addOption(new Option('--url <url>', 'base URL of the server').conflicts(['list', 'use']))
    .addOption(
      new Option(
        '--token <token>',
        'access token or API key; "-" reads it from standard input, which keeps it off the command line',
      ).conflicts(['list', 'use']),
    )
    .addOption(
      new Option('--project <project>', 'slug or id; "default" without it').conflicts([
        'list',
        'use',
      ]),
    )
    .addOption(
      new Option('--profile <name>', 'name of the profile; by the server without it').conflicts([
        'list',
        'use',
      ]),
    )
    .addOption(new Option('--list', 'list the profiles').conflicts('use'))
    .addOption(new Option('--use <name>', 'make a profile that is there the default one'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun login', 'asks for what is missing'],
        [
          'metarun login --url https://metarun.example.com --token - < token.txt',
          'in a script: asks nothing, and the token is on no command line',
        ],
        ['metarun login --list', 'what there is, and which is taken without --profile'],
        ['metarun login --use staging', 'take this one from now on'],
      ]),
    )
    .action(async (options: Options) => {
      const { useProfile, listProfiles, runLogin } = await import('./login.action.js');
      if (options.list === true) await listProfiles(options);
      else if (options.use !== undefined) await useProfile(options.use, options);
      else await runLogin(options);
    });
}
