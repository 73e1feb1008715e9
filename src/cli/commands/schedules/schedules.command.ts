import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { collected, futureMoment, seconds } from '../../toolkit/options.js';

const ID = 'name of a schedule, or its id, its beginning or end';
const actions = () => import('./schedules.actions.js');

function times(): Option[] {
  return [
    new Option('--cron <expression>', 'such as "0 7 * * MON-FRI"'),
    new Option('--every <time>', 'such as 30m, 2h, 1d').argParser(seconds),
    new Option('--at <time>', 'once: 30m, 2h, or a time').argParser(futureMoment),
    new Option('--time-zone <zone>', 'of --cron, such as Europe/Oslo; UTC without it'),
  ];
}

function fields(): Option[] {
  return [
    ...times(),
    new Option('--params <json>', 'of its tasks: a JSON object, a file with one, or -'),
    new Option('--param <name=value>', 'one of the params; may come several times')
      .argParser(collected)
      .default([], 'none'),
    new Option('--task-name <name>', 'name of its tasks'),
    new Option('--missed <what>', 'what becomes of times without a server').choices([
      'skip',
      'one',
      'all',
    ]),
    new Option('--overlap <what>', 'what happens while the task before runs').choices([
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
      examples: [['metarun schedules list', 'with their next times']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'upcoming',
      description: 'List the times to come of all schedules, in their order.',
      options: [
        new Option('--until <time>', '6h, 7d, or a time; a day ahead without it').argParser(
          futureMoment,
        ),
      ],
      examples: [['metarun schedules upcoming --until 7d', 'shows what comes at the same time']],
      run: async (options) => (await actions()).upcoming(options),
    },
    {
      name: 'show',
      description: 'Show a schedule: its next times, its last tasks, what went wrong.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules show "Daily report"', 'by its name']],
      run: async (schedule, options) => (await actions()).show(schedule, options),
    },
    {
      name: 'create',
      description: 'Make a schedule.',
      args: [['<meta-task>', 'its identifier']],
      options: [
        new Option('--name <name>', 'of the schedule').makeOptionMandatory(),
        ...fields(),
        new Option('--paused', 'it starts nothing until it is resumed'),
      ],
      examples: [
        [
          'metarun schedules create report --name Daily --cron "15 6 * * *" --time-zone Europe/Oslo',
          'every morning',
        ],
        ['metarun schedules create sync --name Sync --every 30m', 'every half hour'],
      ],
      run: async (metaTask, options) => (await actions()).create(metaTask, options),
    },
    {
      name: 'change',
      description: 'Change what is given, and nothing else.',
      args: [['<schedule>', ID]],
      options: [
        new Option('--name <name>', 'another name'),
        new Option('--meta-task <identifier>', 'another meta-task'),
        ...fields(),
      ],
      examples: [['metarun schedules change Daily --cron "0 8 * * *"', 'later']],
      run: async (schedule, options) => (await actions()).change(schedule, options),
    },
    {
      name: 'preview',
      description: 'Show when a schedule would start tasks, without making one.',
      options: times(),
      examples: [['metarun schedules preview --cron "0 7 * * MON" --time-zone Europe/Oslo', '']],
      run: async (options) => (await actions()).preview(options),
    },
    {
      name: 'run',
      description: 'Start a task of a schedule now; its times stay as they are.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules run Daily', 'prints the id of the task']],
      run: async (schedule, options) => (await actions()).runNow(schedule, options),
    },
    {
      name: 'pause',
      description: 'Start no tasks until it is resumed.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules pause Daily', '']],
      run: async (schedule, options) => (await actions()).pause(schedule, options),
    },
    {
      name: 'resume',
      description: 'Go on after a pause.',
      args: [['<schedule>', ID]],
      examples: [['metarun schedules resume Daily', '']],
      run: async (schedule, options) => (await actions()).resume(schedule, options),
    },
    {
      name: 'rm',
      description: 'Delete a schedule; its tasks stay.',
      args: [['<schedule>', ID]],
      asksFirst: true,
      examples: [['metarun schedules rm Daily --yes', 'without being asked']],
      run: async (schedule, options) => (await actions()).remove(schedule, options),
    },
  ]);
}
