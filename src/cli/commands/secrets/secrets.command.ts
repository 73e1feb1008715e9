import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { separated } from '../../toolkit/options.js';

const actions = () => import('./secrets.actions.js');

export function secretsCommand(): Command {
  return apiGroup('secrets', 'Secrets of a project, which only scripts can read.', [
    {
      name: 'list',
      description: 'List the names of the secrets.',
      examples: [['metarun secrets list', 'lists names and times, but no values']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'set',
      description: 'Set a secret to a value from a prompt, standard input or a file.',
      args: [['<name>', 'name, such as GITHUB_TOKEN']],
      options: [
        new Option('--file <file>', 'file whose content is the value'),
        new Option(
          '--hosts <hosts>',
          'comma-separated hosts to which the server may send it for an agent, with :port unless it is 80 or 443; "" for none',
        ).argParser(separated),
      ],
      notes:
        'There is no option for the value, because a shell keeps it in its history and others can read it in\nthe list of processes. The line end after a value of one line is removed. Without --hosts the hosts of\na secret stay unchanged.',
      examples: [
        ['metarun secrets set GITHUB_TOKEN', 'asks for the value without showing it'],
        [
          'pass show github | metarun secrets set GITHUB_TOKEN',
          'reads the value from another program',
        ],
        ['metarun secrets set DEPLOY_KEY --file key.pem', 'reads the value from a file'],
        [
          'metarun secrets set MAIL_KEY --hosts api.example.com:8443,*.example.org',
          'allows agents to send it to these hosts',
        ],
      ],
      run: async (name, options) => (await actions()).set(name, options),
    },
    {
      name: 'rm',
      description: 'Delete secrets.',
      args: [['<names...>', 'names of secrets']],
      asksFirst: true,
      examples: [['metarun secrets rm GITHUB_TOKEN --yes', 'skips the confirmation']],
      run: async (names, options) => (await actions()).remove(names, options),
    },
  ]);
}
