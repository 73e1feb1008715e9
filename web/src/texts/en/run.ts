import { counted, duration, number, roughly } from './format.js';

type Wait = 'step' | 'sleep' | 'approval' | 'task' | 'event' | 'model' | 'tool' | 'memory' | 'mcp';

interface PendingReason {
  reason: 'not_before' | 'retry_delay' | 'concurrency_limit' | 'queue' | 'no_worker' | 'no_process';
  limit: number | null;
  key: string | null;
  tags: readonly string[];
  message: string | null;
}

const WAITS: Record<Wait, string> = {
  approval: 'a decision',
  event: 'an event',
  sleep: 'a time',
  task: 'a child run',
  step: 'the next try of a step',
  model: 'a model',
  tool: 'a tool',
  memory: 'a memory',
  mcp: 'an MCP server',
};

/** Texts of the page of a single run. */
export const runTexts = {
  back: 'Runs',
  copyId: 'Copy the id',
  tabs: {
    label: 'Parts of the run',
    overview: 'Overview',
    timeline: 'Timeline',
    logs: 'Log',
    data: 'Params & result',
    transcript: 'Transcript',
    files: 'Files',
    attempts: 'Attempts',
    related: 'Related',
  },
  gone: {
    title: 'No such run',
    about: (id: string) =>
      `There is no run ${id} in this project. Retention may have deleted it, or it belongs to another project.`,
    nowhere: (id: string) =>
      `There is no run ${id} in any project of yours. Retention may have deleted it.`,
    toRuns: 'To the runs',
  },
  loading: 'Reading the run',

  actions: {
    cancel: 'Cancel',
    retry: 'Retry',
    again: 'Run again…',
    sendEvent: 'Send event…',
    decide: 'Decide…',
    copyLink: 'Copy link',
    pull: 'Copy pull command',
    more: 'More',
    label: 'Actions',
  },
  cancelling: {
    title: 'Cancel this run?',
    about: 'Its script gets some seconds to clean up. Then it is ended. A retry begins it again.',
    children: (count: number) =>
      `${counted(count, 'child run that has not ended ends', 'child runs that have not ended end')} with it.`,
    childrenUnknown: 'Its child runs that have not ended end with it. They could not be read.',
    requested: 'Cancelling …',
    keep: 'Let it go on',
    confirm: 'Cancel the run',
  },
  sending: {
    title: 'Send an event',
    name: 'Name',
    payload: 'Payload, as JSON',
    notJson: 'This is not JSON.',
    needsName: 'An event has a name.',
    send: 'Send',
    delivered: 'The script waited for it, and goes on.',
    kept: 'It is kept until the script waits for it.',
  },

  phases: {
    label: 'Phases',
    took: (name: string, ms: number) => `${name} · ${duration(ms)}`,
    usually: (ms: number) => `usually ${duration(ms)}`,
    states: { done: 'done', now: 'now', failed: 'ended here', future: 'still to come' },
  },

  facts: {
    label: 'Facts',
    ended: 'Ended',
    since: 'Since',
    pendingFor: (ms: number) => `pending for ${duration(ms)}`,
    endedAfter: (status: string, ms: number | null) =>
      ms === null ? `${status} before it began` : `${status} after ${duration(ms)}`,
    goesOn: (status: string, ms: number) => `${status} for ${duration(ms)}`,
    left: (percent: number, seconds: number | null) =>
      [percent > 0 && `${percent} %`, seconds !== null && `about ${roughly(seconds)} left`]
        .filter(Boolean)
        .join(' · '),
    waited: 'Waited before',
    queued: (ms: number) => `${duration(ms)} · queue`,
    attempt: 'Attempt',
    attemptOf: (attempt: number, most: number) =>
      attempt > most ? number(attempt) : `${attempt} of ${most}`,
    resources: 'CPU · memory',
    metaTask: 'Meta-task',
    draftOf: (type: string) => `${type}, a draft`,
    version: (identifier: string, version: number) => `${identifier} v${version}`,
    notCurrent: (current: number) => `now v${current}`,
    startedBy: 'Started by',
    recent: 'Recent runs of it',
    usage: 'Tokens · cost',
    tokens: (tokens: number, usd: string | null) =>
      [number(tokens), usd].filter((part) => part !== null).join(' · '),
    by: {
      schedule: 'a schedule',
      task: 'another run',
      user: (name: string) => name,
      api_key: (name: string) => `key ${name}`,
      unknown: 'not recorded',
    },
  },

  error: {
    yours: 'your code',
    openAt: (version: number, line: number) => `Open v${version} at line ${line}`,
    packages: (count: number) => counted(count, 'frame of packages', 'frames of packages'),
    copy: 'Copy as text',
    stack: 'Where it happened',
    cause: 'Caused by',
    at: (file: string, line: number) => `${file}:${line}`,
    nameless: 'a function without a name',
    raw: 'As it was written',
    lines: (file: string) => `Lines of ${file}`,
    again: (count: number, since: string) =>
      `${counted(count, 'more run', 'more runs')} failed the same way since ${since}`,
    show: 'show them',
    lastSuccess: (version: number | undefined) =>
      version === undefined ? 'last success: ' : `last success with v${version}: `,
    never: 'No run of it has succeeded among the last ones.',
    cancelledBy: (name: string | null) =>
      name === null ? 'It was cancelled.' : `It was cancelled by ${name}.`,
  },
  lines: {
    title: 'Last lines',
    titleEnded: 'Last lines before the end',
    none: 'It has written no lines.',
    all: 'open the log',
  },
  params: { title: 'Params', none: 'none' },
  result: {
    title: 'Result',
    none: 'null',
    ended: 'There is none: a run has a result when it succeeds.',
    notYet: 'There is none yet.',
  },
  data: {
    asArguments: 'Copy as a command',
    copyArguments: 'Copy as a command: the params',
    asCase: 'Copy as a test case',
    copyCase: 'Copy as a test case: params and result',
  },
  pull: {
    title: 'On your machine',
    about: 'Script, params, files and recorded steps, to run again in the sandbox of your machine.',
    copy: 'Copy the command',
  },
  happened: {
    title: 'Happened',
    created: (by: string) => `created by ${by}`,
    started: (attempt: number) => `attempt ${attempt} started`,
    phase: (name: string) => `phase ${name}`,
    waits: 'waits',
    ended: (outcome: string, code: string | null) =>
      code === null || code === outcome ? outcome : `${outcome} · ${code}`,
    retried: (by: string | null) => (by === null ? 'tried again' : `tried again by ${by}`),
  },
  now: {
    title: 'Now',
    step: (name: string) => `Step ${name}`,
    for: (ms: number) => `for ${duration(ms)}`,
    noStep: 'No step is running.',
  },
  waiting: {
    title: 'Waits for',
    kind: (kind: Wait) => WAITS[kind],
    since: 'since ',
    until: 'until ',
    forever: 'without a time limit',
    who: {
      approval: 'One who may decide ends it.',
      event: 'An event of this name ends it.',
      sleep: 'It goes on by itself.',
      task: 'The end of the child run ends it.',
    } as Partial<Record<Wait, string>>,
    decide: 'Decide',
    send: 'Send the event',
    openChild: 'Open the child run',
  },
  pending: {
    title: 'Why it waits',
    taken: 'Taken by',
    ahead: (count: number) =>
      count === 0
        ? 'It is the next one.'
        : `${counted(count, 'run comes', 'runs come')} before it.`,
    sentence: (pending: PendingReason, until: string | null): string => {
      const limit = pending.limit ?? 1;
      switch (pending.reason) {
        case 'not_before':
          return `It does not begin before ${until ?? 'its time'}.`;
        case 'retry_delay':
          return `The attempt before has failed. The next one begins ${until === null ? 'after a pause' : `at ${until}`}.`;
        case 'concurrency_limit':
          return `Its meta-task runs ${counted(limit, 'time', 'times')} at once${pending.key === null ? '' : ` for ${pending.key}`}, and that is taken.`;
        case 'no_worker':
          return pending.tags.length > 0
            ? `It runs on a worker with ${pending.tags.length === 1 ? 'the tag' : 'the tags'} ${pending.tags.join(', ')}, and none that lives has ${pending.tags.length === 1 ? 'it' : 'them'}.`
            : 'The installation is paused. It begins when the pause ends.';
        case 'no_process':
          return `No process could be started for it. That is tried again, and costs no attempt. ${pending.message ?? ''}`;
        case 'queue':
        default:
          return `All ${counted(limit, 'place', 'places')} of the server are taken.`;
      }
    },
  },

  attempts: {
    list: 'Attempts',
    number: 'Attempt',
    outcome: 'Ended',
    took: 'Ran',
    waited: 'Queued',
    version: 'Version',
    resources: 'CPU · memory',
    worker: 'Server',
    error: 'Error',
    goesOn: 'goes on',
    none: 'It has not begun yet.',
    log: 'its lines',
    phases: 'Phases',
    more: 'There are more attempts than are shown.',
  },
  related: {
    parent: 'Parent',
    root: 'Top of the tree',
    children: 'Children',
    reruns: 'Made again of it',
    rerunOf: 'Made again of',
    schedule: 'Same schedule',
    sameError: 'Same error',
    none: 'No other run has to do with it.',
    more: 'There are more; the list of runs has them all.',
  },
  cited: {
    title: 'Sources',
    answer: 'Answer, with its sources',
    stale: (count: number) => `${counted(count, 'no longer holds', 'no longer hold')}`,
    changed: 'The file has changed, and no longer says this.',
    deleted: 'The file is deleted.',
  },
  written: {
    title: 'Files written',
    all: 'all files of the run',
    more: (count: number) => `${counted(count, 'more', 'more')} among all files of the run.`,
  },
  files: {
    list: 'Files of the run',
    path: 'Path',
    how: 'What it did',
    at: 'At',
    version: 'Version',
    hows: { read: 'read', written: 'wrote', deleted: 'deleted' },
    none: 'It has read and written no files.',
    noneYet: 'It has read and written no files yet.',
    more: 'There are more than are shown.',
  },
  transcript: {
    none: 'Nothing was said yet.',
    writes: 'Model, as it writes',
    thinks: 'What it thinks, as it writes',
    more: 'The conversation goes on; the command line has all of it.',
    command: (id: string) => `metarun tasks transcript ${id}`,
    roles: {
      system: 'Instructions',
      user: 'To the model',
      assistant: 'Model',
      tool: 'Tool',
      note: 'Note of the service',
    },
    answerOf: (name: string) => `Answer of ${name}`,
    failed: 'failed',
    tokens: (input: number, cached: number, output: number) =>
      `${number(input)} tokens read${cached > 0 ? `, ${number(cached)} of them kept` : ''}, ${number(output)} written`,
    total: 'In all',
    calls: (models: number, tools: number) =>
      `${counted(models, 'request', 'requests')}, ${counted(tools, 'call of tools', 'calls of tools')}`,
    whole: 'Show all of it',
  },
};
