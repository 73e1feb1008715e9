import { SERVER } from '../api/addresses.js';
import type { LiveEvent } from './task-change.js';

/** The state of the stream of events. `since`: ms since the epoch. */
export type LiveState = { is: 'connecting' } | { is: 'live' } | { is: 'down'; since: number };

export interface Listener {
  onEvents(events: readonly LiveEvent[]): void;
  /** Events may be missing: what is shown has to be read again. */
  onGap(): void;
  /** The server has ended the stream: the session has ended, or does not allow it any more. */
  onClosed(): void;
  onState(state: LiveState): void;
}

type Message =
  | { kind: 'events'; events: LiveEvent[] }
  | { kind: 'gap' }
  | { kind: 'closed' }
  | { kind: 'state'; state: LiveState };

const TYPES = [
  'status',
  'phase',
  'progress',
  'step',
  'approval',
  'webhook',
  'file',
  'bulk',
  'memory',
] as const;
const BATCH_MS = 50;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Follows the events of a project by one stream for the whole browser: the tab that holds the lock opens it and passes on what comes,
 * since a browser opens six connections to a host and a seventh tab would wait for ever. When that tab is closed, the next one
 * takes over, and all read once what they show. Without locks, which only secure origins have, each tab has a stream while it is visible. Returns how to end it.
 */
export function followProject(projectId: string, listener: Listener): () => void {
  const name = `metarun-live-${projectId}`;
  const channel = new BroadcastChannel(name);
  const ending = new AbortController();
  const take = (message: Message): void => {
    if (message.kind === 'events') listener.onEvents(message.events);
    else if (message.kind === 'gap') listener.onGap();
    else if (message.kind === 'closed') listener.onClosed();
    else listener.onState(message.state);
  };
  let state: LiveState = { is: 'connecting' };
  let leads = false;
  const lead = (signal: AbortSignal): Promise<void> =>
    openStream(projectId, signal, (message) => {
      if (message.kind === 'state') state = message.state;
      take(message);
      channel.postMessage(message);
    });
  channel.addEventListener('message', ({ data }: MessageEvent<Message | { kind: 'hello' }>) => {
    // A tab that has just come asks how it is.
    if (data.kind === 'hello') {
      if (leads) channel.postMessage({ kind: 'state', state } satisfies Message);
    } else take(data);
  });
  channel.postMessage({ kind: 'hello' });
  const work = async (): Promise<void> => {
    leads = true;
    await lead(ending.signal);
  };
  if ('locks' in navigator)
    navigator.locks.request(name, { signal: ending.signal }, work).catch(() => undefined);
  else whileVisible(ending.signal, lead);
  return () => {
    ending.abort();
    channel.close();
  };
}

export function liveEventOf({ type, data, lastEventId }: MessageEvent<string>): LiveEvent {
  return { type, seq: Number(lastEventId), data: JSON.parse(data) as LiveEvent['data'] };
}

/** Resolves when `signal` ends it. */
function openStream(
  projectId: string,
  signal: AbortSignal,
  send: (message: Message) => void,
): Promise<void> {
  let source: EventSource | null = null;
  let batch: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let down = false;
  let pause = RETRY_MS;
  const flush = (): void => {
    timer = undefined;
    if (batch.length > 0) send({ kind: 'events', events: batch });
    batch = [];
  };
  const onEvent = (event: MessageEvent<string>): void => {
    batch.push(liveEventOf(event));
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const connect = (): void => {
    const address = new URL(`external/v1/projects/${projectId}/events`, SERVER);
    address.searchParams.set('types', TYPES.join());
    source = new EventSource(address);
    // By itself it resumes after its last event; a new one cannot say after which.
    source.addEventListener('open', () => send({ kind: 'gap' }), { once: true });
    for (const type of TYPES) source.addEventListener(type, onEvent);
    source.addEventListener('gap', () => send({ kind: 'gap' }));
    source.addEventListener('closed', () => {
      source?.close();
      send({ kind: 'state', state: { is: 'down', since: Date.now() } });
      send({ kind: 'closed' });
    });
    source.addEventListener('open', () => {
      down = false;
      pause = RETRY_MS;
      send({ kind: 'state', state: { is: 'live' } });
    });
    source.addEventListener('error', () => {
      if (!down) send({ kind: 'state', state: { is: 'down', since: Date.now() } });
      down = true;
      if (source?.readyState !== EventSource.CLOSED) return;
      // An answer that is an error ends an EventSource for good. It may be that the session has ended.
      send({ kind: 'closed' });
      retry = setTimeout(connect, pause);
      pause = Math.min(2 * pause, LONGEST_RETRY_MS);
    });
  };
  connect();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      clearTimeout(retry);
      source?.close();
      resolve();
    });
  });
}

/** Leads while the tab is visible, until `signal` ends it. */
export function whileVisible(
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): void {
  let current: AbortController | null = null;
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      current?.abort();
      current = null;
    } else if (current === null && !signal.aborted) {
      current = new AbortController();
      void lead(current.signal);
    }
  };
  document.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', () => current?.abort());
  follow();
}
