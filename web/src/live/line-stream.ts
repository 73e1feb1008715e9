import { SERVER } from '../api/addresses.js';
import type { LogLine } from '../api/types.js';
import { openChannel, leadInTurns } from './one-leader.js';
import { onWake } from './on-wake.js';

export interface LineListener {
  /** Called with new lines of the task, in order. Some of them may have been delivered before. */
  onLines(lines: readonly LogLine[]): void;
  /** Called with text that a model or script is writing. */
  onText?(texts: readonly WrittenText[]): void;
  /** Called when the stream starts or restarts, so that earlier lines must be read. */
  onOpen(): void;
}

/** A piece of text that is being written. */
export interface WrittenText {
  /** Sequence number of the event. */
  seq: number;
  /** Step that writes the text; null if it is the script. */
  stepId: string | null;
  kind: string;
  text: string;
  /** True if the piece invalidates all earlier text of the step. */
  reset: boolean;
}

type Message =
  | { kind: 'who' }
  | { kind: 'watch'; tab: string; taskId: string | null }
  | { kind: 'open' }
  | { kind: 'lines'; lines: [string, LogLine][] }
  | { kind: 'texts'; texts: [string, WrittenText][] };

const BATCH_MS = 50;
const RETRY_MS = 2_000;
/** Delay before reconnecting after the server has closed the stream, as it does at the end of a session, in ms. */
const CLOSED_RETRY_MS = 30_000;
/** Maximum number of tasks that the server accepts per stream. */
const MAX_WATCHED_TASKS = 100;

/**
 * Follows the log of a task and the text that it writes. All tabs that show logs share one stream, as they share that
 * of the project; without any such tab, there is no stream. Returns a function that stops it.
 */
export function followLines(projectId: string, taskId: string, listener: LineListener): () => void {
  const name = `metarun-lines-${projectId}`;
  const channel = openChannel(name);
  const ending = new AbortController();
  const tab = `${taskId} ${Math.random()}`;
  /** Task that each tab shows. The leading tab knows those of all tabs. */
  const watched = new Map<string, string>([[tab, taskId]]);
  let changed: (() => void) | null = null;
  const take = (message: Message): void => {
    if (message.kind === 'open') listener.onOpen();
    else if (message.kind === 'lines') {
      const own = message.lines.filter(([of]) => of === taskId).map(([, line]) => line);
      if (own.length > 0) listener.onLines(own);
    } else if (message.kind === 'texts') {
      const own = message.texts.filter(([of]) => of === taskId).map(([, text]) => text);
      if (own.length > 0) listener.onText?.(own);
    } else if (message.kind === 'who') post({ kind: 'watch', tab, taskId });
    else {
      if (message.taskId === null) watched.delete(message.tab);
      else watched.set(message.tab, message.taskId);
      changed?.();
    }
  };
  const post = (message: Message): void => channel?.postMessage(message);
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data));
  post({ kind: 'watch', tab, taskId });
  const lead = (signal: AbortSignal): Promise<void> => {
    post({ kind: 'who' });
    const send = (message: Message): void => {
      take(message);
      post(message);
    };
    const stream = new LineStream(projectId, send);
    changed = () => stream.watch([...new Set(watched.values())].slice(-MAX_WATCHED_TASKS));
    changed();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        changed = null;
        stream.close();
        resolve();
      });
    });
  };
  const leave = (): void => post({ kind: 'watch', tab, taskId: null });
  // Closing a tab does not unmount its components.
  addEventListener('pagehide', leave, { signal: ending.signal });
  leadInTurns(name, ending.signal, lead);
  return () => {
    leave();
    ending.abort();
    channel?.close();
  };
}

/** A stream with the lines and texts of several tasks. */
class LineStream {
  private source: EventSource | null = null;
  private tasks = '';
  private batch: [string, LogLine][] = [];
  private texts: [string, WrittenText][] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly unwatch = onWake(() => this.connect());

  constructor(
    private readonly projectId: string,
    private readonly send: (message: Message) => void,
  ) {}

  /** Changes the tasks that the stream follows. Readers then fetch what they may have missed while it reconnected. */
  watch(taskIds: readonly string[]): void {
    const tasks = taskIds.toSorted().join();
    if (tasks === this.tasks && this.source !== null) return;
    this.tasks = tasks;
    this.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    this.unwatch();
    this.source?.close();
  }

  private connect(): void {
    this.source?.close();
    const address = new URL(`external/v1/projects/${this.projectId}/events`, SERVER);
    address.searchParams.set('types', 'log,text');
    address.searchParams.set('task_id', this.tasks);
    const source = new EventSource(address);
    this.source = source;
    source.addEventListener('open', () => this.send({ kind: 'open' }));
    source.addEventListener('gap', () => this.send({ kind: 'open' }));
    source.addEventListener('log', (event: MessageEvent<string>) => {
      const { task_id: taskId, ...line } = JSON.parse(event.data) as LogLine & { task_id: string };
      this.batch.push([taskId, { ...line, seq: Number(event.lastEventId) }]);
      this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
    });
    source.addEventListener('text', ({ data, lastEventId }: MessageEvent<string>) => {
      const event = JSON.parse(data) as Record<string, unknown>;
      this.texts.push([String(event['task_id']), writtenText(event, Number(lastEventId))]);
      this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
    });
    source.addEventListener('closed', () => {
      source.close();
      this.connectIn(CLOSED_RETRY_MS, source);
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.connectIn(RETRY_MS, source);
    });
  }

  private connectIn(pause: number, instead: EventSource): void {
    if (this.source !== instead) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), pause);
  }

  private flush(): void {
    this.timer = undefined;
    const [lines, texts] = [this.batch, this.texts];
    this.batch = [];
    this.texts = [];
    if (lines.length > 0) this.send({ kind: 'lines', lines });
    if (texts.length > 0) this.send({ kind: 'texts', texts });
  }
}

/** Parses the data of a text event. */
export function writtenText(data: Readonly<Record<string, unknown>>, seq: number): WrittenText {
  const { step_id: stepId, kind, text, reset } = data;
  return {
    seq,
    stepId: typeof stepId === 'string' ? stepId : null,
    kind: String(kind),
    text: typeof text === 'string' ? text : '',
    reset: reset === true,
  };
}
