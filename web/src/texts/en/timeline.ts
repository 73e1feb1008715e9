import { counted, duration } from './format.js';

interface Timed {
  attempts: number;
  status: string;
  error: string | null;
  segments: readonly { state: string; from: number; to: number | null }[];
}

export const timelineTexts = {
  chart:
    'Timeline: use the arrow keys to move between rows, Enter to open a row, 0 to show everything',
  table: 'Timeline rows',
  columns: {
    name: 'Name',
    status: 'Status',
    from: 'Started after',
    queued: 'Queued',
    ran: 'Ran or waited',
  },
  order: 'Order',
  byTime: 'By time',
  byDuration: 'By duration',
  only: { failed: 'failed only', now: 'in progress only' },
  name: 'Name contains…',
  whole: 'Show all',
  legend: '▨ queued, ■ running, □ waiting. Drag to zoom.',
  count: (count: number) => counted(count, 'span', 'spans'),
  none: 'No matching rows.',
  truncated: 'This run has more rows than are shown here.',
  open: 'open',
  log: 'Show in log',
  folded: (count: number) => `${counted(count, 'more success', 'more successes')}`,
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
    run: 'run',
    step: 'step',
    sleep: 'wait until a time',
    approval: 'wait for a decision',
    task: 'child run',
    event: 'wait for an event',
    model: 'model request',
    tool: 'tool call',
    memory: 'memory',
    mcp: 'MCP server call',
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
