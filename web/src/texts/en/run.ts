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
  step: 'the next attempt of a step',
  model: 'a model',
  tool: 'a tool',
  memory: 'a memory',
  mcp: 'an MCP server',
};

/** Texts of the page of a single run. */
export const runTexts = {
  back: 'Runs',
  copyId: 'Copy ID',
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
    title: 'Run not found',
    about: (id: string) =>
      `There is no run ${id} in this project. It may have been deleted by retention, or it belongs to another project.`,
    nowhere: (id: string) =>
      `There is no run ${id} in any of your projects. It may have been deleted by retention.`,
    toRuns: 'Go to runs',
  },
  loading: 'Loading the run…',

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
    about:
      'The script gets a few seconds to clean up before it is stopped. You can retry the run later.',
    children: (count: number) =>
      `${counted(count, 'unfinished child run is', 'unfinished child runs are')} cancelled too.`,
    childrenUnknown: 'Unfinished child runs are cancelled too. They could not be counted.',
    requested: 'Cancelling…',
    keep: 'Keep running',
    confirm: 'Cancel run',
  },
  sending: {
    title: 'Send event',
    name: 'Name',
    payload: 'Payload (JSON)',
    notJson: 'The payload is not valid JSON.',
    needsName: 'Enter the name of the event.',
    send: 'Send',
    delivered: 'The script was waiting for this event and continues.',
    kept: 'The event is stored until the script waits for it.',
  },

  phases: {
    label: 'Phases',
    took: (name: string, ms: number) => `${name} · ${duration(ms)}`,
    usually: (ms: number) => `usually ${duration(ms)}`,
    states: { done: 'done', now: 'now', failed: 'ended here', future: 'upcoming' },
  },

  facts: {
    label: 'Details',
    ended: 'Ended',
    since: 'Since',
    pendingFor: (ms: number) => `pending for ${duration(ms)}`,
    endedAfter: (status: string, ms: number | null) =>
      ms === null ? `${status} before it started` : `${status} after ${duration(ms)}`,
    goesOn: (status: string, ms: number) => `${status} for ${duration(ms)}`,
    left: (percent: number, seconds: number | null) =>
      [percent > 0 && `${percent}%`, seconds !== null && `about ${roughly(seconds)} left`]
        .filter(Boolean)
        .join(' · '),
    waited: 'Waited to start',
    queued: (ms: number) => `${duration(ms)} in the queue`,
    attempt: 'Attempt',
    attemptOf: (attempt: number, most: number) =>
      attempt > most ? number(attempt) : `${attempt} of ${most}`,
    resources: 'CPU · memory',
    metaTask: 'Meta-task',
    draftOf: (type: string) => `draft of ${type}`,
    version: (identifier: string, version: number) => `${identifier} v${version}`,
    notCurrent: (current: number) => `v${current} is current`,
    startedBy: 'Started by',
    recent: 'Recent runs',
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
    packages: (count: number) => counted(count, 'frame in packages', 'frames in packages'),
    copy: 'Copy as text',
    stack: 'Stack trace',
    cause: 'Caused by',
    at: (file: string, line: number) => `${file}:${line}`,
    nameless: 'anonymous function',
    raw: 'Raw stack trace',
    lines: (file: string) => `Lines of ${file}`,
    again: (count: number, since: string) =>
      `${counted(count, 'more run has', 'more runs have')} failed with the same error since ${since}`,
    show: 'show them',
    lastSuccess: (version: number | undefined) =>
      version === undefined ? 'last success: ' : `last success with v${version}: `,
    never: 'None of the recent runs has succeeded.',
    cancelledBy: (name: string | null) =>
      name === null ? 'This run was cancelled.' : `This run was cancelled by ${name}.`,
  },
  lines: {
    title: 'Last lines',
    titleEnded: 'Last lines before the end',
    none: 'This run wrote no lines.',
    all: 'open the log',
  },
  params: { title: 'Params', none: 'none' },
  result: {
    title: 'Result',
    none: 'null',
    ended: 'There is no result, because this run did not succeed.',
    notYet: 'There is no result yet.',
  },
  data: {
    asArguments: 'Copy as command',
    copyArguments: 'Copy as command: params',
    asCase: 'Copy as test case',
    copyCase: 'Copy as test case: params and result',
  },
  pull: {
    title: 'On your machine',
    about:
      'Downloads the script, params, files and recorded steps, so that you can repeat the run in a sandbox on your machine.',
    copy: 'Copy command',
  },
  happened: {
    title: 'History',
    created: (by: string) => `created by ${by}`,
    started: (attempt: number) => `attempt ${attempt} started`,
    phase: (name: string) => `phase ${name}`,
    waits: 'waiting',
    ended: (outcome: string, code: string | null) =>
      code === null || code === outcome ? outcome : `${outcome} · ${code}`,
    retried: (by: string | null) => (by === null ? 'retried' : `retried by ${by}`),
  },
  now: {
    title: 'Now',
    step: (name: string) => `Step ${name}`,
    for: (ms: number) => `for ${duration(ms)}`,
    noStep: 'No step is running.',
  },
  waiting: {
    title: 'Waiting for',
    kind: (kind: Wait) => WAITS[kind],
    since: 'since ',
    until: 'until ',
    forever: 'no time limit',
    who: {
      approval: 'It continues when the approval is decided.',
      event: 'It continues when an event with this name arrives.',
      sleep: 'It continues automatically.',
      task: 'It continues when the child run ends.',
    } as Partial<Record<Wait, string>>,
    decide: 'Decide',
    send: 'Send event',
    openChild: 'Open child run',
  },
  pending: {
    title: 'Why it is pending',
    taken: 'Blocked by',
    ahead: (count: number) =>
      count === 0 ? 'This run is next.' : `${counted(count, 'run is', 'runs are')} ahead of it.`,
    sentence: (pending: PendingReason, until: string | null): string => {
      const limit = pending.limit ?? 1;
      switch (pending.reason) {
        case 'not_before':
          return `It is scheduled to start ${until === null ? 'later' : `at ${until}`}.`;
        case 'retry_delay':
          return `The previous attempt failed. The next attempt starts ${until === null ? 'after a delay' : `at ${until}`}.`;
        case 'concurrency_limit':
          return `Its meta-task has reached its limit of ${counted(limit, 'concurrent run', 'concurrent runs')}${pending.key === null ? '' : ` for ${pending.key}`}.`;
        case 'no_worker':
          return pending.tags.length > 0
            ? `It requires a worker with the ${pending.tags.length === 1 ? 'tag' : 'tags'} ${pending.tags.join(', ')}, but no such worker is online.`
            : 'The installation is paused. The run starts when the installation is resumed.';
        case 'no_process':
          return `No process could be started for this run. The server retries automatically, without using up an attempt. ${pending.message ?? ''}`;
        case 'queue':
        default:
          return `${limit === 1 ? 'The only slot' : `All ${number(limit)} slots`} of the server ${limit === 1 ? 'is' : 'are'} taken.`;
      }
    },
  },

  attempts: {
    list: 'Attempts',
    number: 'Attempt',
    outcome: 'Ended',
    took: 'Duration',
    waited: 'Queued',
    version: 'Version',
    resources: 'CPU · memory',
    worker: 'Server',
    error: 'Error',
    goesOn: 'running',
    none: 'This run has not started yet.',
    log: 'log lines',
    phases: 'Phases',
    more: 'Only the first attempts are shown.',
  },
  related: {
    parent: 'Parent',
    root: 'Root',
    children: 'Children',
    reruns: 'Reruns',
    rerunOf: 'Rerun of',
    schedule: 'Same schedule',
    sameError: 'Same error',
    none: 'There are no related runs.',
    more: 'Only the first runs are shown. Open the list of runs to see all.',
  },
  cited: {
    title: 'Sources',
    answer: 'Answer with sources',
    stale: (count: number) => counted(count, 'stale citation', 'stale citations'),
    changed: 'The file has changed and no longer contains this text.',
    deleted: 'The file was deleted.',
  },
  written: {
    title: 'Files written',
    all: 'all files of the run',
    more: (count: number) =>
      `${counted(count, 'more file', 'more files')} in the list of all files of the run.`,
  },
  files: {
    list: 'Files of the run',
    path: 'Path',
    how: 'Operation',
    at: 'Time',
    version: 'Version',
    hows: { read: 'read', written: 'written', deleted: 'deleted' },
    none: 'This run used no files.',
    noneYet: 'This run has used no files yet.',
    more: 'Only the first files are shown.',
  },
  transcript: {
    none: 'There are no messages yet.',
    writes: 'Model (writing)',
    thinks: 'Reasoning (writing)',
    more: 'The transcript is longer than is shown here. Use the command line to read all of it.',
    command: (id: string) => `metarun tasks transcript ${id}`,
    roles: {
      system: 'Instructions',
      user: 'To the model',
      assistant: 'Model',
      tool: 'Tool',
      note: 'System note',
    },
    answerOf: (name: string) => `Result of ${name}`,
    failed: 'failed',
    tokens: (input: number, cached: number, output: number) =>
      `${number(input)} input tokens${cached > 0 ? ` (${number(cached)} cached)` : ''}, ${number(output)} output tokens`,
    total: 'Total',
    calls: (models: number, tools: number) =>
      `${counted(models, 'request', 'requests')}, ${counted(tools, 'tool call', 'tool calls')}`,
    whole: 'Show all',
  },
};
