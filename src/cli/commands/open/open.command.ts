import { type Command, Option } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';

export function openCommand(): Command {
  return apiCommand({
    name: 'open',
    description: 'Open the dashboard of the server in the browser, signed in.',
    options: [new Option('--print', 'print the link without opening it')],
    notes:
      'The link works once, within ten minutes. Anyone who has it signs in as you: do not share it.',
    examples: [
      ['metarun open', ''],
      ['metarun open --print', 'prints the link, for a machine without a browser'],
    ],
    run: async (options) => (await import('./open.action.js')).open(options),
  });
}
