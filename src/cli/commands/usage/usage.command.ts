import { type Command, Option } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';

export function usageCommand(): Command {
  return apiCommand({
    name: 'usage',
    description: 'Show what a project has used of models: requests, tokens, costs.',
    options: [
      new Option('--from <date>', 'the first day, UTC; without it 30 days until --to'),
      new Option('--to <date>', 'the last day, UTC; today without it'),
      new Option('--by <what>', 'a row for each of these')
        .choices(['day', 'meta-task', 'model', 'agent'])
        .default('day'),
    ],
    notes:
      'Costs are those of models with prices. What a month may cost: metarun projects model-budget.',
    examples: [
      ['metarun usage --by model', 'the last 30 days'],
      ['metarun usage --from 2026-11-01 --to 2026-11-30 --by meta-task', ''],
    ],
    run: async (options) => (await import('./usage.action.js')).runUsage(options),
  });
}
