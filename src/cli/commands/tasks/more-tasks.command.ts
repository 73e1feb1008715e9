import { type Command, Option } from 'commander';
import { type ApiCommand, apiCommand } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const ID = 'id, its beginning or end, or the name of a task';
const actions = () => import('./more-tasks.actions.js');

const COMMANDS: readonly ApiCommand[] = [
  {
    name: 'tree',
    description: 'Show a task with its children and theirs.',
    args: [['<task>', ID]],
    examples: [['metarun tasks tree 7f3a91c2', '']],
    run: async (task, options) => (await actions()).tree(task, options),
  },
  {
    name: 'attempts',
    description: 'Show each attempt of a task: how it ended, and how its time went.',
    args: [['<task>', ID]],
    examples: [['metarun tasks attempts 7f3a91c2', '']],
    run: async (task, options) => (await import('./attempts.action.js')).runAttempts(task, options),
  },
  {
    name: 'files',
    description: 'Show the files that a task has read, written and deleted.',
    args: [['<task>', ID]],
    examples: [['metarun tasks files 7f3a91c2', '']],
    run: async (task, options) => (await import('./files.action.js')).runFiles(task, options),
  },
  {
    name: 'transcript',
    description: 'Show what an agent and its model have said, with the calls of tools.',
    args: [['<task>', ID]],
    examples: [['metarun tasks transcript 7f3a91c2', '']],
    run: async (task, options) =>
      (await import('./transcript.action.js')).runTranscript(task, options),
  },
  {
    name: 'model-calls',
    description:
      'Show each request of a task to a model: tokens, cost, time, and those that were lost.',
    args: [['<task>', ID]],
    notes: '~ marks what is estimated.',
    examples: [['metarun tasks model-calls 7f3a91c2', '']],
    run: async (task, options) =>
      (await import('./model-calls.action.js')).runModelCalls(task, options),
  },
  {
    name: 'wait',
    description: 'Wait for the end of a task, without showing what happens.',
    args: [['<task>', ID]],
    options: [
      new Option('--timeout <seconds>', 'the longest wait').argParser(wholeNumber(1, 604_800)),
    ],
    notes:
      'Exit codes: 0 it has succeeded, 1 it has failed, was cancelled, or has not ended within --timeout.',
    examples: [['metarun tasks wait 7f3a91c2 --timeout 600', 'and prints the result']],
    run: async (task, options) => (await actions()).wait(task, options),
  },
  {
    name: 'send',
    description: 'Send a task an event that its script waits for.',
    args: [
      ['<task>', ID],
      ['<event>', 'its name'],
    ],
    options: [new Option('--payload <json>', 'JSON, a file with it, or - for standard input')],
    examples: [['metarun tasks send 7f3a91c2 paid --payload \'{"amount": 40}\'', '']],
    run: async (task, event, options) => (await actions()).send(task, event, options),
  },
  {
    name: 'batch',
    description: 'Create many tasks at once, all or none.',
    args: [['<file>', 'a JSON list of tasks as the API takes them, or - for standard input']],
    options: [new Option('--idempotency-key <key>', 'sent again with the same key, it makes none')],
    examples: [['metarun tasks batch tasks.json', 'prints their ids']],
    run: async (file, options) => (await actions()).batch(file, options),
  },
  {
    name: 'delete-drafts',
    description: 'Delete your drafts that have ended, before their day is over.',
    options: [new Option('--all', 'those of everybody, for administrators of the project')],
    asksFirst: true,
    examples: [['metarun tasks delete-drafts --yes', 'where a quota of drafts is reached']],
    run: async (options) => (await actions()).deleteDrafts(options),
  },
];

export function moreTaskCommands(): Command[] {
  return COMMANDS.map(apiCommand);
}
