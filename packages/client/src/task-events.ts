import { createApiError } from './answer.js';
import { readBlocks } from './event-stream.js';
import { PATIENCE_SECONDS, ReconnectBudget } from './reconnect-budget.js';
import { parseTaskEvent, type TaskEvent, type TaskEventType } from './task-event.js';
import type { Transport } from './transport.js';
import type { CallOptions, LogLevel } from './types.js';

/** Streams that end without an event within this time count as failures rather than broken connections, in ms. */
const SHORT_MS = 1_000;

export interface EventsOptions extends CallOptions {
  /** Types of the events to receive. Default: all. */
  types?: readonly TaskEventType[];
  /** Least severe level of log lines; more severe ones are included. */
  level?: LogLevel;
  /** Id of the event after which to continue. */
  after?: number;
  /** Time in seconds for which the server may be unreachable before the error is thrown. Default: 300. */
  patienceSeconds?: number;
}

/**
 * Yields the events of a task as they happen, from the first or after `after`, until the task has ended. A broken
 * connection is restored after the last event, so that no event is lost or repeated. Throws {@link ConnectionError}
 * only if the server is unreachable at first or for longer than `patienceSeconds`.
 */
export async function* taskEvents(
  transport: Transport,
  path: string,
  options: EventsOptions,
): AsyncGenerator<TaskEvent, void, undefined> {
  const { types, level, signal, after, patienceSeconds = PATIENCE_SECONDS } = options;
  const query = new URLSearchParams({
    // A status event reports the end of a task; after it, the stream has nothing left to send.
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
      if (!response.ok || response.body === null)
        throw createApiError(response, await read(response));
      send = transport.once;
      for await (const { id, event } of readBlocks(response.body, broken, signal)) {
        budget.renew();
        hasEvents = true;
        if (id !== null) last = id;
        const parsed = event && parseTaskEvent(last ?? '0', event.type, event.data);
        if (parsed !== null && (wanted?.has(parsed.type) ?? true)) yield parsed;
      }
      // The stream may end before the task does, if the server stops or a proxy closes it.
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
