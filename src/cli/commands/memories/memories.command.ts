import { type Command, Option } from 'commander';
import { MEMORY_SCOPES } from '../../../tasks/catalogue/memory-field.js';
import {
  MEMORY_JOB_STATES,
  MEMORY_KINDS,
  MEMORY_REVIEWS,
  MEMORY_STATUSES,
  MEMORY_TRUSTS,
} from '../../../agents/memories/memory-words.js';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { futureMoment, pastMoment, wholeNumber } from '../../toolkit/options.js';

const ID = 'id of a memory';
const actions = () => import('./memories.actions.js');

function origin(): Option[] {
  return [
    new Option('--scope <scope>', 'only of this scope').choices(MEMORY_SCOPES),
    new Option('--scope-id <id>', 'only of this meta-task (identifier) or agent (id)'),
    new Option('--subject <subject>', 'only about this subject'),
    new Option('--task <id>', 'only those that come from this task'),
    new Option('--trust <trust>', 'only of this trust').choices(MEMORY_TRUSTS),
  ];
}

function selection(): Option[] {
  return [
    ...origin(),
    new Option('--kind <kind>', 'only of this kind').choices(MEMORY_KINDS),
    new Option('--status <status>', 'only those').choices(MEMORY_STATUSES),
    new Option('--stale', 'only those of tasks that cite what files no longer say'),
  ];
}

function expiry(): Option {
  return new Option('--expires <time>', 'when it ends: 30d, or a time').argParser(futureMoment);
}

function purge(): Option {
  return new Option('--purge', 'erase text and quotes as well');
}

export function memoriesCommand(): Command {
  return apiGroup('memories', 'What a project remembers from one task to the next.', [
    {
      name: 'list',
      description: 'List memories, newest first.',
      options: [
        ...selection(),
        new Option('--limit <number>', 'how many, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun memories list --status pending', 'what waits for a person']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'search',
      description: 'Search the memories that tasks may be given, the best first.',
      args: [['<words>', 'what to look for']],
      options: [
        ...origin(),
        new Option('--limit <number>', 'how many, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(10),
      ],
      examples: [['metarun memories search "language of invoices"', '']],
      run: async (words, options) => (await actions()).search(words, options),
    },
    {
      name: 'show',
      description: 'Show a memory, where it comes from, and which tasks were given it.',
      args: [['<memory>', ID]],
      examples: [['metarun memories show 0190f3a0-0000-7000-8000-000000000000', '']],
      run: async (memory, options) => (await actions()).show(memory, options),
    },
    {
      name: 'add',
      description: 'Add a memory by hand.',
      args: [['<text>', 'what to remember']],
      options: [
        new Option('--kind <kind>', 'what it is').choices(MEMORY_KINDS).default('fact'),
        new Option('--scope <scope>', 'whom it is for').choices(MEMORY_SCOPES).default('project'),
        new Option('--scope-id <id>', 'identifier of a meta-task, or id of an agent'),
        new Option('--subject <subject>', 'whom or what it is about'),
        expiry(),
      ],
      examples: [
        ['metarun memories add "Invoices are in German" --scope task_type --scope-id invoices', ''],
      ],
      run: async (text, options) => (await actions()).add(text, options),
    },
    {
      name: 'change',
      description: 'Change what is given, and nothing else.',
      args: [['<memory>', ID]],
      options: [
        new Option('--text <text>', 'what to remember'),
        new Option('--kind <kind>', 'what it is').choices(MEMORY_KINDS),
        expiry(),
        new Option('--no-expiry', 'it never ends').conflicts('expires'),
        new Option('--accept', 'make one active that is pending'),
      ],
      examples: [
        ['metarun memories change 0190f3a0-0000-7000-8000-000000000000 --accept', 'once read'],
      ],
      run: async (memory, options) => (await actions()).change(memory, options),
    },
    {
      name: 'rm',
      description: 'Revoke a memory: it is kept, and never given to a task again.',
      args: [['<memory>', ID]],
      options: [purge()],
      asksFirst: true,
      examples: [['metarun memories rm 0190f3a0-0000-7000-8000-000000000000 --yes', '']],
      run: async (memory, options) => (await actions()).remove(memory, options),
    },
    {
      name: 'revoke',
      description: 'Revoke memories by what they come from or are about.',
      options: [
        ...origin(),
        new Option('--after <time>', 'only those made after: 2h, or a time').argParser(pastMoment),
        new Option('--before <time>', 'only those made before').argParser(pastMoment),
        purge(),
      ],
      asksFirst: true,
      examples: [['metarun memories revoke --subject customer-17 --purge --yes', 'on request']],
      run: async (options) => (await actions()).revoke(options),
    },
    {
      name: 'export',
      description: 'Print memories with their sources, a line of JSON each.',
      options: selection(),
      examples: [['metarun memories export > memories.jsonl', '']],
      run: async (options) => (await actions()).exportAll(options),
    },
    {
      name: 'stats',
      description: 'Show what was kept, refused and used.',
      examples: [['metarun memories stats', '']],
      run: async (options) => (await actions()).stats(options),
    },
    {
      name: 'jobs',
      description: 'List the tasks that memories are distilled from, the newest first.',
      options: [
        new Option('--state <state>', 'only those').choices(MEMORY_JOB_STATES),
        new Option('--limit <number>', 'how many, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun memories jobs --state failed', 'what went wrong, and why']],
      run: async (options) => (await actions()).jobs(options),
    },
    {
      name: 'retry',
      description: 'Distil memories from a task again, now.',
      args: [['<task>', 'id of a task']],
      examples: [['metarun memories retry 0190f3a0-0000-7000-8000-000000000000', '']],
      run: async (task, options) => (await actions()).retry(task, options),
    },
    {
      name: 'settings',
      description: 'Show how a project keeps memories, or change that.',
      options: [
        new Option('--model <provider/name>', 'model that distils memories from tasks'),
        new Option('--no-model', 'the default model of the installation'),
        new Option('--review <which>', 'what waits until a person accepts it').choices(
          MEMORY_REVIEWS,
        ),
      ],
      examples: [['metarun memories settings --review all', 'nothing is given unread']],
      run: async (options) => (await actions()).settings(options),
    },
  ]);
}
