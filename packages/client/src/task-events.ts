import { apiErrorOf } from './answer.js';
import { readBlocks } from './event-stream.js';
import { PATIENCE_SECONDS, ReconnectBudget } from './reconnect-budget.js';
import { parseTaskEvent, type TaskEvent, type TaskEventType } from './task-event.js';
import type { Transport } from './transport.js';
import type { CallOptions, LogLevel } from './types.js';

/** A stream without events that ends sooner is no connection that was broken, ms. */
const SHORT_MS = 1_000;

export interface EventsOptions extends CallOptions {
  /** Only these; without it all. */
  types?: readonly TaskEventType[];
  /** The least severe level of log lines; more severe ones are included. */
  level?: LogLevel;
  /** Go on after the event with this `id`. */
  after?: number;
  /** Time for which the server may be gone before the error is thrown, in seconds; 300 by default. */
  patienceSeconds?: number;
}

/**
 * Events of a task from its first, or after `after`, as they happen, until it has ended. A connection that breaks is
 * made again after the last event, so that none is lost and none comes twice. Only a server that cannot be reached at
 * first, or is gone for longer than `patienceSeconds`, is a {@link ConnectionError}.
 */
export async function* taskEvents(
  transport: Transport,
  path: string,
  options: EventsOptions,
): AsyncGenerator<TaskEvent, void, undefined> {
  const { types, level, signal, after, patienceSeconds = PATIENCE_SECONDS } = options;
  const query = new URLSearchParams({
    // A status reports the end of a task. A stream that has sent it has nothing left.
    ...(types === undefined ? {} : { types: [...new Set([...types, 'status'])].join(',') }),
    ...(level === undefined ? {} : { level }),
  });
  const url = `${transport.url}${path}?${query.toString()}`;
  const wanted = types && new Set(types);
  const budget = new ReconnectBudget(patienceSeconds, signal);
  const broken = (error: unknown): unknown =>
    signal?.aborted ? signal.reason : transport.unreachable(error);
  let last = after === undefined ? null : String(after);
  let send = transport.fetch;
  for (;;) {
    const began = Date.now();
    let hasEvents = false;
    try {
      const response = await send(streamRequest(url, last, signal));
      // No events are left.
      if (response.status === 204) return;
      if (!response.ok || response.body === null) throw apiErrorOf(response, await read(response));
      send = transport.once;
      for await (const { id, event } of readBlocks(response.body, broken, signal)) {
        budget.renew();
        hasEvents = true;
        if (id !== null) last = id;
        const parsed = event && parseTaskEvent(last ?? '0', event.type, event.data);
        if (parsed !== null && (wanted?.has(parsed.type) ?? true)) yield parsed;
      }
      // It may end before the task does: with the server, or by a proxy.
      if (!hasEvents && Date.now() - began < SHORT_MS)
        throw transport.unreachable(new Error('its streams end at once'));
    } catch (error) {
      if (send !== transport.once) throw error;
      await budget.await(error);
    }
  }
}

function streamRequest(url: string, last: string | null, signal?: AbortSignal): Request {
  const headers = { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) };
  return new Request(url, { headers, redirect: 'manual', ...(signal && { signal }) });
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
