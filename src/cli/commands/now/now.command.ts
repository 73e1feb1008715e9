import { type Command, Option } from 'commander';
import { apiCommand } from '../../toolkit/api/api-group.js';
import { pastMoment } from '../../toolkit/options.js';

export function nowCommand(): Command {
  return apiCommand({
    name: 'now',
    description: 'Show what currently needs attention in a project: failures, delays, decisions.',
    examples: [
      ['metarun now', ''],
      ['metarun now --json | jq ".failing[].task_type"', 'prints JSON for a program'],
    ],
    run: async (options) => (await import('./now.action.js')).runNow(options),
  });
}

export function findCommand(): Command {
  return apiCommand({
    name: 'find',
    description: 'Find tasks, meta-tasks, schedules, approvals and files of a project.',
    args: [['<text>', 'beginning of a name or id, end of an id, or words']],
    examples: [
      ['metarun find 7f3a91c2', 'finds by the end of an id'],
      ['metarun find invoice', ''],
    ],
    run: async (text, options) => (await import('./find.action.js')).runFind(text, options),
  });
}

export function statsCommand(): Command {
  return apiCommand({
    name: 'stats',
    description: 'Count the tasks of a project by hour or day, with run and wait times.',
    options: [
      new Option(
        '--since <when>',
        'start of the range: 6h, 7d, or a time (default: one day before --until)',
      ).argParser(pastMoment),
      new Option(
        '--until <when>',
        'end of the range, in the format of --since (default: now)',
      ).argParser(pastMoment),
      new Option('--by <size>', 'size of a row').choices(['hour', 'day']).default('hour'),
      new Option('--type <identifier>', 'only tasks of this meta-task'),
    ],
    examples: [
      ['metarun stats --since 6h', ''],
      ['metarun stats --since 7d --by day --type report', 'counts a week of one meta-task'],
    ],
    run: async (options) => (await import('./stats.action.js')).runStats(options),
  });
}
