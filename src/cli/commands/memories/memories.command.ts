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
    new Option('--scope <scope>', 'only memories with this scope').choices(MEMORY_SCOPES),
    new Option('--scope-id <id>', 'only memories of this meta-task (identifier) or agent (id)'),
    new Option('--subject <subject>', 'only memories about this subject'),
    new Option('--task <id>', 'only memories from this task'),
    new Option('--trust <trust>', 'only memories with this trust level').choices(MEMORY_TRUSTS),
  ];
}

function selection(): Option[] {
  return [
    ...origin(),
    new Option('--kind <kind>', 'only memories of this kind').choices(MEMORY_KINDS),
    new Option('--status <status>', 'only memories with this status').choices(MEMORY_STATUSES),
    new Option('--stale', 'only memories from tasks with outdated citations'),
  ];
}

function expiry(): Option {
  return new Option('--expires <time>', 'expiry: 30d, or a time').argParser(futureMoment);
}

function purge(): Option {
  return new Option('--purge', 'erase text and quotes as well');
}

export function memoriesCommand(): Command {
  return apiGroup('memories', 'Knowledge that a project keeps from one task to the next.', [
    {
      name: 'list',
      description: 'List memories, newest first.',
      options: [
        ...selection(),
        new Option('--limit <number>', 'maximum number of memories, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [
        ['metarun memories list --status pending', 'lists memories that wait for a decision'],
      ],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'search',
      description: 'Search the memories that tasks may receive, best match first.',
      args: [['<words>', 'search words']],
      options: [
        ...origin(),
        new Option('--limit <number>', 'maximum number of memories, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(10),
      ],
      examples: [['metarun memories search "language of invoices"', '']],
      run: async (words, options) => (await actions()).search(words, options),
    },
    {
      name: 'show',
      description: 'Show a memory with its sources and the tasks that received it.',
      args: [['<memory>', ID]],
      examples: [['metarun memories show 0190f3a0-0000-7000-8000-000000000000', '']],
      run: async (memory, options) => (await actions()).show(memory, options),
    },
    {
      name: 'add',
      description: 'Add a memory manually.',
      args: [['<text>', 'text of the memory']],
      options: [
        new Option('--kind <kind>', 'kind of the memory').choices(MEMORY_KINDS).default('fact'),
        new Option('--scope <scope>', 'scope of the memory')
          .choices(MEMORY_SCOPES)
          .default('project'),
        new Option('--scope-id <id>', 'identifier of a meta-task, or id of an agent'),
        new Option('--subject <subject>', 'subject of the memory'),
        expiry(),
      ],
      examples: [
        ['metarun memories add "Invoices are in German" --scope task_type --scope-id invoices', ''],
      ],
      run: async (text, options) => (await actions()).add(text, options),
    },
    {
      name: 'change',
      description: 'Change a memory. Anything not given stays the same.',
      args: [['<memory>', ID]],
      options: [
        new Option('--text <text>', 'text of the memory'),
        new Option('--kind <kind>', 'kind of the memory').choices(MEMORY_KINDS),
        expiry(),
        new Option('--no-expiry', 'remove the expiry').conflicts('expires'),
        new Option('--accept', 'activate a pending memory'),
      ],
      examples: [
        [
          'metarun memories change 0190f3a0-0000-7000-8000-000000000000 --accept',
          'accepts it after review',
        ],
      ],
      run: async (memory, options) => (await actions()).change(memory, options),
    },
    {
      name: 'rm',
      description: 'Revoke a memory. It is kept but no longer provided to tasks.',
      args: [['<memory>', ID]],
      options: [purge()],
      asksFirst: true,
      examples: [['metarun memories rm 0190f3a0-0000-7000-8000-000000000000 --yes', '']],
      run: async (memory, options) => (await actions()).remove(memory, options),
    },
    {
      name: 'revoke',
      description: 'Revoke memories by source, subject or other conditions.',
      options: [
        ...origin(),
        new Option('--after <time>', 'only memories created after: 2h, or a time').argParser(
          pastMoment,
        ),
        new Option('--before <time>', 'only memories created before this time').argParser(
          pastMoment,
        ),
        purge(),
      ],
      asksFirst: true,
      examples: [
        [
          'metarun memories revoke --subject customer-17 --purge --yes',
          'erases everything about a subject on request',
        ],
      ],
      run: async (options) => (await actions()).revoke(options),
    },
    {
      name: 'export',
      description: 'Print memories with their sources as JSON, one per line.',
      options: selection(),
      examples: [['metarun memories export > memories.jsonl', '']],
      run: async (options) => (await actions()).exportAll(options),
    },
    {
      name: 'stats',
      description: 'Show how many memories were kept, refused and used.',
      examples: [['metarun memories stats', '']],
      run: async (options) => (await actions()).stats(options),
    },
    {
      name: 'jobs',
      description: 'List the tasks from which memories are distilled, newest first.',
      options: [
        new Option('--state <state>', 'only tasks with this state').choices(MEMORY_JOB_STATES),
        new Option('--limit <number>', 'maximum number of tasks, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun memories jobs --state failed', 'shows failed tasks and the reasons']],
      run: async (options) => (await actions()).jobs(options),
    },
    {
      name: 'retry',
      description: 'Distil memories from a task again, immediately.',
      args: [['<task>', 'id of a task']],
      examples: [['metarun memories retry 0190f3a0-0000-7000-8000-000000000000', '']],
      run: async (task, options) => (await actions()).retry(task, options),
    },
    {
      name: 'settings',
      description: 'Show or change the memory settings of a project.',
      options: [
        new Option('--model <provider/name>', 'model that distils memories from tasks'),
        new Option('--no-model', 'use the default model of the installation'),
        new Option('--review <which>', 'memories that wait until a person accepts them').choices(
          MEMORY_REVIEWS,
        ),
      ],
      examples: [['metarun memories settings --review all', 'requires review of all memories']],
      run: async (options) => (await actions()).settings(options),
    },
  ]);
}
