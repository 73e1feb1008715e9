import { counted, duration } from './format.js';

interface Timed {
  attempts: number;
  status: string;
  error: string | null;
  segments: readonly { state: string; from: number; to: number | null }[];
}

export const timelineTexts = {
  chart: 'Timeline: arrow keys go from one row to the next, Enter opens, 0 shows all',
  table: 'The rows of the timeline',
  columns: {
    name: 'Name',
    status: 'Status',
    from: 'Began after',
    queued: 'Queued',
    ran: 'Ran or waited',
  },
  order: 'Order',
  byTime: 'By time',
  byDuration: 'By duration',
  only: { failed: 'only failed', now: 'only now' },
  name: 'Name contains …',
  whole: 'Show all',
  legend: '▨ queued, ■ ran, □ waits. Drag to zoom.',
  count: (count: number) => counted(count, 'span', 'spans'),
  none: 'Nothing matches.',
  truncated: 'There is more than is shown here.',
  open: 'open',
  log: 'Log around it',
  folded: (count: number) => `${counted(count, 'more that succeeded', 'more that succeeded')}`,
  foldedNote: (ms: number) => `up to ${duration(ms)}`,
  marks: {
    run: '●',
    step: '■',
    sleep: '◔',
    approval: '◆',
    task: '↳',
    event: '✉',
    model: '✦',
    tool: '⚙',
    memory: '▤',
    mcp: '⇄',
  },
  kinds: {
    run: 'the run',
    step: 'step',
    sleep: 'wait for a time',
    approval: 'wait for a decision',
    task: 'child run',
    event: 'wait for an event',
    model: 'request to a model',
    tool: 'call of a tool',
    memory: 'memory',
    mcp: 'call of an MCP server',
  },
  /** Summary of a row, such as "queued 6.2 s, ran 57 ms · 3 attempts". */
  note: ({ segments, attempts, status, error }: Timed, now: number): string => {
    const total = (state: string): number =>
      segments
        .filter((segment) => segment.state === state)
        .reduce((sum, { from, to }) => sum + Math.max(0, (to ?? now) - from), 0);
    const [queued, ran, waited] = [total('queued'), total('running'), total('waiting')];
    const parts = [
      queued >= 1 && `queued ${duration(queued)}`,
      (ran >= 1 || waited < 1) && (queued >= 1 ? `ran ${duration(ran)}` : duration(ran)),
      waited >= 1 && `waited ${duration(waited)}`,
    ];
    const times = parts.filter(Boolean).join(', ');
    const tries = attempts > 1 ? ` · ${counted(attempts, 'attempt', 'attempts')}` : '';
    const why = status === 'failed' && error !== null ? ` · ${error.split('\n', 1)[0]}` : '';
    return times + tries + why;
  },
};
