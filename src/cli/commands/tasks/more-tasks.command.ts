import { type Command, Option } from 'commander';
import { type ApiCommand, apiCommand } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const ID = 'id of a task, the beginning or end of it, or the name of a task';
const actions = () => import('./more-tasks.actions.js');

const COMMANDS: readonly ApiCommand[] = [
  {
    name: 'tree',
    description: 'Show a task with all its descendants.',
    args: [['<task>', ID]],
    examples: [['metarun tasks tree 7f3a91c2', '']],
    run: async (task, options) => (await actions()).tree(task, options),
  },
  {
    name: 'attempts',
    description: 'Show the attempts of a task with their outcomes and times.',
    args: [['<task>', ID]],
    examples: [['metarun tasks attempts 7f3a91c2', '']],
    run: async (task, options) => (await import('./attempts.action.js')).runAttempts(task, options),
  },
  {
    name: 'files',
    description: 'List the files that a task read, wrote or deleted.',
    args: [['<task>', ID]],
    examples: [['metarun tasks files 7f3a91c2', '']],
    run: async (task, options) => (await import('./files.action.js')).runFiles(task, options),
  },
  {
    name: 'transcript',
    description: 'Show the conversation of an agent with its model, with tool calls.',
    args: [['<task>', ID]],
    examples: [['metarun tasks transcript 7f3a91c2', '']],
    run: async (task, options) =>
      (await import('./transcript.action.js')).runTranscript(task, options),
  },
  {
    name: 'model-calls',
    description:
      'Show the model requests of a task with tokens, cost and time, including lost ones.',
    args: [['<task>', ID]],
    notes: '~ marks estimates.',
    examples: [['metarun tasks model-calls 7f3a91c2', '']],
    run: async (task, options) =>
      (await import('./model-calls.action.js')).runModelCalls(task, options),
  },
  {
    name: 'wait',
    description: 'Wait until a task has ended, without showing progress.',
    args: [['<task>', ID]],
    options: [new Option('--timeout <seconds>', 'maximum wait').argParser(wholeNumber(1, 604_800))],
    notes:
      'Exit codes: 0 it succeeded, 1 it failed, was cancelled, or did not end within --timeout.',
    examples: [['metarun tasks wait 7f3a91c2 --timeout 600', 'prints the result']],
    run: async (task, options) => (await actions()).wait(task, options),
  },
  {
    name: 'send',
    description: 'Send an event that the script of a task waits for.',
    args: [
      ['<task>', ID],
      ['<event>', 'name of the event'],
    ],
    options: [
      new Option('--payload <json>', 'payload as JSON, a file with it, or - for standard input'),
    ],
    examples: [['metarun tasks send 7f3a91c2 paid --payload \'{"amount": 40}\'', '']],
    run: async (task, event, options) => (await actions()).send(task, event, options),
  },
  {
    name: 'batch',
    description: 'Create many tasks at once, all or none.',
    args: [['<file>', 'JSON list of tasks as in the API, or - for standard input']],
    options: [
      new Option(
        '--idempotency-key <key>',
        'key to prevent duplicates; a repeated request creates no tasks',
      ),
    ],
    examples: [['metarun tasks batch tasks.json', 'prints their ids']],
    run: async (file, options) => (await actions()).batch(file, options),
  },
  {
    name: 'delete-drafts',
    description: 'Delete your finished drafts before they expire.',
    options: [new Option('--all', 'delete those of all users, for administrators of the project')],
    asksFirst: true,
    examples: [['metarun tasks delete-drafts --yes', 'frees a quota of drafts']],
    run: async (options) => (await actions()).deleteDrafts(options),
  },
];

export function moreTaskCommands(): Command[] {
  return COMMANDS.map(apiCommand);
}
