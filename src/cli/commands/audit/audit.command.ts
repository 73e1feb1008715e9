import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { pastMoment, wholeNumber } from '../../toolkit/options.js';

const actions = () => import('./audit.actions.js');

function selection(): Option[] {
  return [
    new Option('--action <action>', 'only changes by this operation, such as members.change'),
    new Option('--user <id>', 'only changes by this user'),
    new Option('--credential <id>', 'only changes made with this token or key'),
    new Option('--since <time>', 'earliest time: 24h, 7d, or a time').argParser(pastMoment),
  ];
}

export function auditCommand(): Command {
  return apiGroup('audit', 'Log of the changes that callers made.', [
    {
      name: 'list',
      description: 'List the changes in a project, newest first.',
      options: [
        ...selection(),
        new Option('--installation', 'list changes outside of projects: tokens, sessions'),
        new Option('--limit <number>', 'maximum number of records, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun audit list --since 7d', 'lists the changes of the last week']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'export',
      description: 'Print all records of a project as JSON, one per line.',
      options: selection(),
      examples: [['metarun audit export > audit.jsonl', '']],
      run: async (options) => (await actions()).exportAll(options),
    },
  ]);
}
