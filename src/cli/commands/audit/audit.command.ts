import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { pastMoment, wholeNumber } from '../../toolkit/options.js';

const actions = () => import('./audit.actions.js');

function selection(): Option[] {
  return [
    new Option('--action <action>', 'only this operation: members.change'),
    new Option('--user <id>', 'only what this user has done'),
    new Option('--credential <id>', 'only what was done with this token or key'),
    new Option('--since <time>', 'only since then: 24h, 7d, or a time').argParser(pastMoment),
  ];
}

export function auditCommand(): Command {
  return apiGroup('audit', 'The log of what callers have changed.', [
    {
      name: 'list',
      description: 'List what was changed in a project, newest first.',
      options: [
        ...selection(),
        new Option('--installation', 'what was changed outside of projects: tokens, sessions'),
        new Option('--limit <number>', 'how many, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun audit list --since 7d', 'in the last week']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'export',
      description: 'Print all records of a project, a line of JSON each.',
      options: selection(),
      examples: [['metarun audit export > audit.jsonl', '']],
      run: async (options) => (await actions()).exportAll(options),
    },
  ]);
}
