import type { TestServer } from './server.js';

export interface StreamedEvent {
  id: number;
  type: string;
  data: {
    task_id: string;
    time: string;
    attempt: number;
    status?: string;
    error_code?: string | null;
    phase?: string;
    progress?: number;
    level?: string;
    text?: string;
    /** True in a text event that starts the text of its step over. */
    reset?: boolean;
    /** Name of the step. */
    name?: string;
    task_type?: string;
  };
}

export const PROJECT_EVENTS = '/external/v1/projects/default/events';
const TERMINAL = ['success', 'failed', 'cancelled'];
/**
 * Maximum duration of a stream, in ms. Heartbeats would keep one open forever on which the expected event never
 * arrives.
 */
const LIMIT_MS = 120_000;

/** Reads a stream until it ends or `enough` returns true; fails if neither happens in time. */
export async function readEvents(
  server: TestServer,
  path: string,
  enough: (events: StreamedEvent[]) => boolean = () => false,
  headers: Record<string, string> = {},
): Promise<{ status: number; events: StreamedEvent[] }> {
  const abort = new AbortController();
  const events: StreamedEvent[] = [];
  const timer = setTimeout(() => {
    const last = JSON.stringify(events.at(-1));
    abort.abort(new Error(`${path} gave ${events.length} events, the last ${last}, then no more`));
  }, LIMIT_MS);
  const response = await fetch(`${server.url}${path}`, {
    headers: { Authorization: `Bearer ${server.apiKey}`, ...headers },
    signal: abort.signal,
  });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('utf8');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, type, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (type !== undefined && data !== undefined)
        events.push({ id: Number(id), type, data: JSON.parse(data) as StreamedEvent['data'] });
    }
    if (enough(events)) break;
  }
  clearTimeout(timer);
  abort.abort();
  return { status: response.status, events };
}

/** Returns all status events of the project up to the end of task `last`. */
export async function statusEvents(server: TestServer, last: string): Promise<StreamedEvent[]> {
  const path = `${PROJECT_EVENTS}?types=status`;
  const ended = (event: StreamedEvent | undefined): boolean =>
    event?.data.task_id === last && isTerminal(event);
  const enough = (events: StreamedEvent[]): boolean => events.slice(-2000).some(ended);
  return (await readEvents(server, path, enough, { 'Last-Event-ID': '0' })).events;
}

/** Returns the statuses of each task, in order, by task id. */
export function statusesByTask(events: readonly StreamedEvent[]): Map<string, string[]> {
  const byTask = Map.groupBy(events, ({ data }) => data.task_id);
  return new Map([...byTask].map(([id, of]) => [id, of.map(({ data }) => data.status ?? '')]));
}

export function isTerminal({ data }: StreamedEvent): boolean {
  return TERMINAL.includes(data.status ?? '');
}
