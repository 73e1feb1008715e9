import { type Command, Option } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';

export function usageCommand(): Command {
  return apiCommand({
    name: 'usage',
    description: 'Show the model usage of a project: requests, tokens, costs.',
    options: [
      new Option(
        '--from <date>',
        'first day, UTC (default: a range of 30 days that ends with --to)',
      ),
      new Option('--to <date>', 'last day, UTC (default: today)'),
      new Option('--by <what>', 'criterion by which rows are grouped')
        .choices(['day', 'meta-task', 'model', 'agent'])
        .default('day'),
    ],
    notes:
      'Costs cover models with prices. For the monthly budget, see metarun projects model-budget.',
    examples: [
      ['metarun usage --by model', 'covers the last 30 days'],
      ['metarun usage --from 2026-11-01 --to 2026-11-30 --by meta-task', ''],
    ],
    run: async (options) => (await import('./usage.action.js')).runUsage(options),
  });
}
