import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { eventFrame, passingFrame } from './event-frame.js';
import type { EventLog, StoredEvent } from './event-log.js';
import type { EventSelection } from './event-selection.js';
import type { PassingEvent } from './messages.js';

/** Number of events read from the table at a time. */
const BATCH = 500;
/** Limits on the kept newest events, enough for a reader to catch up: number of events, and characters. */
const MAX_KEPT = 1_000;
const MAX_KEPT_LENGTH = 2 * 1024 * 1024;
/** Interval at which the table is read without a notification (ms): other servers may have written to it. */
const POLL_MS = 1_000;
/** Number of readers that are notified in one turn of the event loop, so that requests and runs need not wait. */
const NOTIFIED_PER_TURN = 10;
/** Pause between two batches for each reader beyond the first few, and maximum pause (ms). */
const PAUSE_MS_PER_READER = 0.25;
const MAX_PAUSE_MS = 500;
const FEW_READERS = 40;
/** Number of texts for readers at the same position that are kept until the next batch. */
const MAX_SHARED = 100;

export interface TailReader {
  /** The tasks that it follows; undefined for all tasks of the project. */
  readonly taskIds: readonly string[] | undefined;
  /** Called when there may be new events for the reader, which has been notified of all events before `from`. */
  onNews(from: number): void;
  /** Called with an event that is not stored and belongs to no task. */
  onPassing?(event: StoredEvent, frame: string): void;
}

export interface Chunk {
  /** Events in order, as the text of a stream. */
  frames: Buffer;
  /** Number of the last event that was examined. */
  after: number;
  /** True if there may be more events. */
  more: boolean;
  /** True if the last event ends the selection. */
  ended: boolean;
}

export interface KeptEvent extends StoredEvent {
  frame: string;
}

/**
 * The newest events of one project, read from the table once for all followers. Readers that have fallen behind the
 * kept events read the table themselves.
 */
export class EventTail {
  private kept: KeptEvent[] = [];
  private keptLength = 0;
  /** Number after which all events up to `to` are kept. */
  private from: number;
  private readonly all = new Set<TailReader>();
  private readonly ofTask = new Map<string, Set<TailReader>>();
  private readonly shared = new Map<string, Chunk>();
  private readonly loop = new BackgroundLoop({
    work: () => this.read(),
    pollMs: POLL_MS,
    // The database does not answer; the next poll continues from here.
    onError: () => undefined,
  });

  constructor(
    private readonly log: EventLog,
    private readonly projectId: string,
    private to: number,
  ) {
    this.from = to;
    this.loop.start();
  }

  /** Number of the newest event that has been read. */
  get newest(): number {
    return this.to;
  }

  /** Notifies the reader of new events. Returns the function that ends this. */
  follow(reader: TailReader): () => void {
    const sets = reader.taskIds?.map((id) => this.findOrAddReaders(id)) ?? [this.all];
    for (const set of sets) set.add(reader);
    return () => {
      for (const set of sets) set.delete(reader);
      for (const id of reader.taskIds ?? [])
        if (this.ofTask.get(id)?.size === 0) this.ofTask.delete(id);
    };
  }

  /**
   * Returns the next events after `after`, about `length` characters at most; null if they are no longer kept. Readers
   * of the same events at the same position share one text.
   */
  next(after: number, selection: EventSelection, length: number): Chunk | null {
    if (after < this.from) return null;
    const shareable = selection.taskIds === undefined;
    const key = `${after} ${selection.key}`;
    const known = shareable ? this.shared.get(key) : undefined;
    if (known) return known;
    const chunk = buildChunk(this.kept, this.indexAfter(after), after, selection, length);
    if (shareable && this.shared.size < MAX_SHARED) this.shared.set(key, chunk);
    return chunk;
  }

  /** Reads the table soon, since there may be new events. */
  trigger(): void {
    this.loop.trigger();
  }

  /** Forwards an event that is not stored to followers of the whole project. */
  pass({ type, data }: PassingEvent): void {
    const head = { taskId: '', attempt: 0, level: null, metaTask: null, createdAt: Date.now() };
    const event = { ...head, seq: this.to, type, data: JSON.stringify(data) };
    const frame = passingFrame(event);
    for (const reader of this.all) reader.onPassing?.(event, frame);
  }

  close(): void {
    void this.loop.stop();
  }

  private async read(): Promise<void> {
    const { projectId, to: after } = this;
    const events = await this.log.readStored({ projectId, after, limit: BATCH });
    if (events.length === BATCH) this.loop.trigger();
    if (events.length > 0) await this.add(events);
    // Under load, several commits fall into one turn, so that one read serves all of them (a tenth of the server's CPU
    // time).
    await this.pause();
  }

  private async add(events: readonly StoredEvent[]): Promise<void> {
    const from = this.to;
    for (const event of events) {
      const frame = eventFrame(event);
      this.kept.push({ ...event, frame });
      this.keptLength += frame.length;
      this.to = event.seq;
    }
    this.trim();
    this.shared.clear();
    const concerned = new Set(this.all);
    if (this.ofTask.size > 0)
      for (const { taskId } of events)
        for (const reader of this.ofTask.get(taskId) ?? []) concerned.add(reader);
    let notified = 0;
    for (const reader of concerned) {
      reader.onNews(from);
      notified += 1;
      if (notified % NOTIFIED_PER_TURN === 0) await nextTurn();
    }
  }

  private trim(): void {
    let count = Math.max(0, this.kept.length - MAX_KEPT);
    let length = this.keptLength;
    for (const [index, { frame }] of this.kept.entries()) {
      if (index >= count && length <= MAX_KEPT_LENGTH) break;
      length -= frame.length;
      count = Math.max(count, index + 1);
    }
    this.keptLength = length;
    this.from = this.kept[count - 1]?.seq ?? this.from;
    if (count > 0) this.kept = this.kept.slice(count);
  }

  private async pause(): Promise<void> {
    const readers = this.all.size;
    if (readers <= FEW_READERS) await nextTurn();
    else await delay(Math.min(MAX_PAUSE_MS, readers * PAUSE_MS_PER_READER));
  }

  private findOrAddReaders(taskId: string): Set<TailReader> {
    const readers = this.ofTask.get(taskId) ?? new Set();
    this.ofTask.set(taskId, readers);
    return readers;
  }

  private indexAfter(after: number): number {
    let [low, high] = [0, this.kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.kept[middle]?.seq ?? 0) <= after) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the selected events from `index` on, up to the end or to `length` characters. */
export function buildChunk(
  events: readonly KeptEvent[],
  index: number,
  after: number,
  selection: EventSelection,
  length: number,
): Chunk {
  let text = '';
  let last = after;
  let ended = false;
  let at = index;
  for (; at < events.length && text.length < length && !ended; at += 1) {
    const event = events[at];
    if (event === undefined) break;
    if (selection.has(event)) text += event.frame;
    last = event.seq;
    ended = selection.ends(event);
  }
  return { frames: Buffer.from(text), after: last, more: at < events.length, ended };
}
