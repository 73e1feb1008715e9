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
    .description('Save the connection to a server as a profile, and make it the default.')
    .addOption(new Option('--url <url>', 'base URL of the server').conflicts(['list', 'use']))
    .addOption(
      new Option(
        '--token <token>',
        'access token or API key; "-" reads it from standard input, which keeps it off the command line',
      ).conflicts(['list', 'use']),
    )
    .addOption(
      new Option('--project <project>', 'slug or id of the project (default: "default")').conflicts(
        ['list', 'use'],
      ),
    )
    .addOption(
      new Option(
        '--profile <name>',
        'name of the profile (default: derived from the server)',
      ).conflicts(['list', 'use']),
    )
    .addOption(new Option('--list', 'list the profiles').conflicts('use'))
    .addOption(new Option('--use <name>', 'make an existing profile the default'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun login', 'asks for missing values'],
        [
          'metarun login --url https://metarun.example.com --token - < token.txt',
          'asks nothing, and keeps the token off the command line',
        ],
        ['metarun login --list', 'lists the profiles and marks the default one'],
        ['metarun login --use staging', 'makes it the default'],
      ]),
    )
    .action(async (options: Options) => {
      const { useProfile, listProfiles, runLogin } = await import('./login.action.js');
      if (options.list === true) await listProfiles(options);
      else if (options.use !== undefined) await useProfile(options.use, options);
      else await runLogin(options);
    });
}
