import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { separated } from '../../toolkit/options.js';

const actions = () => import('./secrets.actions.js');

export function secretsCommand(): Command {
  return apiGroup('secrets', 'Secrets of a project: scripts read them, nothing else shows them.', [
    {
      name: 'list',
      description: 'List the names of the secrets.',
      examples: [['metarun secrets list', 'names and times; never a value']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'set',
      description: 'Set a secret. Its value comes from a prompt, standard input or a file.',
      args: [['<name>', 'such as GITHUB_TOKEN']],
      options: [
        new Option('--file <file>', 'a file whose content is the value'),
        new Option(
          '--hosts <hosts>',
          'hosts to which the server may send it for an agent, with commas between, and with :port unless it is 80 or 443; "" for none',
        ).argParser(separated),
      ],
      notes:
        'There is no option for the value: what is typed at a shell is in its history, and others can read it in\n' +
        'the list of processes. The line end behind a value of one line is left out. Without --hosts the hosts of\n' +
        'a secret stay as they are.',
      examples: [
        ['metarun secrets set GITHUB_TOKEN', 'asks for the value, and does not show it'],
        ['pass show github | metarun secrets set GITHUB_TOKEN', 'from another program'],
        ['metarun secrets set DEPLOY_KEY --file key.pem', 'from a file'],
        ['metarun secrets set MAIL_KEY --hosts api.example.com:8443,*.example.org', 'for agents'],
      ],
      run: async (name, options) => (await actions()).set(name, options),
    },
    {
      name: 'rm',
      description: 'Delete secrets.',
      args: [['<names...>', 'names of secrets']],
      asksFirst: true,
      examples: [['metarun secrets rm GITHUB_TOKEN --yes', 'without being asked']],
      run: async (names, options) => (await actions()).remove(names, options),
    },
  ]);
}
