import { SERVER } from '../api/addresses.js';
import { onWake } from './on-wake.js';
import type { LiveEvent } from './task-change.js';

/**
 * State of the event stream. `since` and `retryAt` are in ms since the epoch; `retryAt` is null if the browser decides
 * when to reconnect.
 */
export type LiveState =
  { is: 'connecting' } | { is: 'live' } | { is: 'down'; since: number; retryAt: number | null };

/** Message from the tab that holds the stream to the others. */
export type Message =
  | { kind: 'events'; events: LiveEvent[] }
  | { kind: 'gap' }
  | { kind: 'closed' }
  | { kind: 'server'; version: string }
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
  'image',
  'schedule',
] as const;
const BATCH_MS = 50;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

/** Streams the events of a project, with reconnects, until `signal` is aborted. Resolves then. */
export function streamEvents(
  projectId: string,
  signal: AbortSignal,
  send: (message: Message) => void,
): Promise<void> {
  const stream = new ProjectEvents(projectId, send);
  stream.connect();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      stream.close();
      resolve();
    });
  });
}

class ProjectEvents {
  private source: EventSource | null = null;
  private batch: LiveEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly unwatch = onWake(() => this.connect());
  private downSince: number | null = null;
  private pause = RETRY_MS;
  /** True if the browser knows an event id to resume from; a stream that had no events restarts at the present. */
  private resumes = false;

  constructor(
    private readonly projectId: string,
    private readonly send: (message: Message) => void,
  ) {}

  connect(): void {
    clearTimeout(this.retry);
    this.source?.close();
    const address = new URL(`external/v1/projects/${this.projectId}/events`, SERVER);
    address.searchParams.set('types', TYPES.join());
    const source = new EventSource(address);
    this.source = source;
    this.resumes = false;
    source.addEventListener('open', () => this.onOpen());
    for (const type of TYPES)
      source.addEventListener(type, (event: MessageEvent<string>) => this.onEvent(event));
    source.addEventListener('hello', ({ data }: MessageEvent<string>) => this.onHello(data));
    source.addEventListener('gap', () => this.send({ kind: 'gap' }));
    source.addEventListener('closed', () => {
      source.close();
      this.onClosed(LONGEST_RETRY_MS);
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) {
        // An error response closes an EventSource for good. The session may have ended.
        this.onClosed(this.pause);
        this.pause = Math.min(2 * this.pause, LONGEST_RETRY_MS);
      } else this.onDown(null);
    });
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    this.unwatch();
    this.source?.close();
  }

  private onOpen(): void {
    if (!this.resumes) this.send({ kind: 'gap' });
    this.downSince = null;
    this.pause = RETRY_MS;
    this.send({ kind: 'state', state: { is: 'live' } });
  }

  private onEvent(event: MessageEvent<string>): void {
    const data = JSON.parse(event.data) as LiveEvent['data'];
    this.resumes = event.lastEventId !== '';
    this.batch.push({ type: event.type, seq: Number(event.lastEventId), data });
    this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  private onHello(data: string): void {
    const { version } = JSON.parse(data) as { version?: unknown };
    if (typeof version === 'string') this.send({ kind: 'server', version });
  }

  private onDown(retryAt: number | null): void {
    this.downSince ??= Date.now();
    this.send({ kind: 'state', state: { is: 'down', since: this.downSince, retryAt } });
  }

  private onClosed(pause: number): void {
    this.onDown(Date.now() + pause);
    this.send({ kind: 'closed' });
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), pause);
  }

  private flush(): void {
    this.timer = undefined;
    this.send({ kind: 'events', events: this.batch });
    this.batch = [];
  }
}
