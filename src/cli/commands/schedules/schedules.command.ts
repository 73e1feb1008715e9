import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { collected, futureMoment, seconds } from '../../toolkit/options.js';

const ID = 'name or id of a schedule, or the beginning or end of the id';
const actions = () => import('./schedules.actions.js');

function times(): Option[] {
  return [
    new Option('--cron <expression>', 'cron expression, such as "0 7 * * MON-FRI"'),
    new Option('--every <time>', 'interval, such as 30m, 2h, 1d').argParser(seconds),
    new Option('--at <time>', 'single run time: 30m, 2h, or a time').argParser(futureMoment),
    new Option('--time-zone <zone>', 'time zone of --cron, such as Europe/Oslo (default: UTC)'),
  ];
}

function fields(): Option[] {
  return [
    ...times(),
    new Option(
      '--params <json>',
      'params of its tasks: a JSON object, a file with one, or - for standard input',
    ),
    new Option('--param <name=value>', 'one of the params; can be repeated')
      .argParser(collected)
      .default([], 'none'),
    new Option('--task-name <name>', 'name of its tasks'),
    new Option(
      '--missed <what>',
      'policy for run times missed because no server was running',
    ).choices(['skip', 'one', 'all']),
    new Option('--overlap <what>', 'policy while the previous task is unfinished').choices([
      'allow',
      'skip',
      'cancel_running',
    ]),
  ];
}

export function schedulesCommand(): Command {
  return apiGroup('schedules', 'Tasks at given times.', [
    {
      name: 'list',
      description: 'List the schedules of the project.',
      examples: [['metarun schedules list', 'includes their next run times']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'upcoming',
      description: 'List the upcoming run times of all schedules in chronological order.',
      options: [
        new Option(
          '--until <time>',
          'end of the range: 6h, 7d, or a time (default: one day from now)',
        ).argParser(futureMoment),
      ],
      examples: [['metarun schedules upcoming --until 7d', 'shows which runs coincide']],
      run: async (options) => (await actions()).upcoming(options),
    },
    {
      name: 'show',
      description: 'Show a schedule with its next run times, last tasks and errors.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules show "Daily report"', 'shows a schedule by its name']],
      run: async (schedule, options) => (await actions()).show(schedule, options),
    },
    {
      name: 'create',
      description: 'Create a schedule.',
      args: [['<meta-task>', 'identifier of the meta-task']],
      options: [
        new Option('--name <name>', 'name of the schedule').makeOptionMandatory(),
        ...fields(),
        new Option('--paused', 'create it paused'),
      ],
      examples: [
        [
          'metarun schedules create report --name Daily --cron "15 6 * * *" --time-zone Europe/Oslo',
          'runs every morning',
        ],
        ['metarun schedules create sync --name Sync --every 30m', 'runs every half hour'],
      ],
      run: async (metaTask, options) => (await actions()).create(metaTask, options),
    },
    {
      name: 'change',
      description: 'Change a schedule. Anything not given stays the same.',
      args: [['<schedule>', ID]],
      options: [
        new Option('--name <name>', 'new name'),
        new Option('--meta-task <identifier>', 'identifier of another meta-task'),
        ...fields(),
      ],
      examples: [['metarun schedules change Daily --cron "0 8 * * *"', 'later']],
      run: async (schedule, options) => (await actions()).change(schedule, options),
    },
    {
      name: 'preview',
      description: 'Preview the run times of a schedule without creating it.',
      options: times(),
      examples: [['metarun schedules preview --cron "0 7 * * MON" --time-zone Europe/Oslo', '']],
      run: async (options) => (await actions()).preview(options),
    },
    {
      name: 'run',
      description: 'Start a task of a schedule now. Its run times stay the same.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules run Daily', 'prints the id of the task']],
      run: async (schedule, options) => (await actions()).runNow(schedule, options),
    },
    {
      name: 'pause',
      description: 'Pause a schedule until it is resumed.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules pause Daily', '']],
      run: async (schedule, options) => (await actions()).pause(schedule, options),
    },
    {
      name: 'resume',
      description: 'Resume a paused schedule.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules resume Daily', '']],
      run: async (schedule, options) => (await actions()).resume(schedule, options),
    },
    {
      name: 'rm',
      description: 'Delete a schedule. Its tasks are kept.',
      args: [['<schedule>', ID]],
      asksFirst: true,
      examples: [['metarun schedules rm Daily --yes', 'skips the confirmation']],
      run: async (schedule, options) => (await actions()).remove(schedule, options),
    },
  ]);
}
