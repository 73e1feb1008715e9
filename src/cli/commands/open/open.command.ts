import { type Command, Option } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';

export function openCommand(): Command {
  return apiCommand({
    name: 'open',
    description: 'Open the dashboard of the server in the browser, signed in.',
    options: [new Option('--print', 'only print the link, and open nothing')],
    notes: 'The link works once, for ten minutes. Who has it signs in as you: do not pass it on.',
    examples: [
      ['metarun open', ''],
      ['metarun open --print', 'on a machine without a browser'],
    ],
    run: async (options) => (await import('./open.action.js')).open(options),
  });
}
