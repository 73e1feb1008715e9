import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { type EventBus, messagesMissed } from './event-bus.js';
import { eventFrame } from './event-frame.js';
import { type EventLog } from './event-log.js';
import type { EventSelection } from './event-selection.js';
import { buildChunk, EventTail, type Chunk } from './event-tail.js';
import { eventPassing, eventsAppended } from './messages.js';
import type { TaskEventType } from './task-event.js';

/** Number of projects with a reader that reads the table: such readers share its connections with the runs. */
const CATCHING_UP = 2;

interface Place {
  projectId: string;
  after: number;
  /** Number of the newest event that the reader knows of: a read that began before it existed does not count. */
  newest: number;
}

interface ReadBounds {
  /** Maximum number of events to read. */
  limit: number;
  /** Approximate length of the text, in characters. */
  length: number;
  /** Additional types to read. */
  also: readonly TaskEventType[];
}

/** `full`: there may be more events in the table. */
type StoredChunk = Chunk & { full: boolean };

/** The tails of the projects with readers. */
export class EventTails {
  private readonly tails = new Map<string, { tail: Promise<EventTail>; users: number }>();
  private readonly slots = new FairSlots(CATCHING_UP);
  /** Reads of the table in progress, by their parameters. */
  private readonly reads = new Map<string, Promise<StoredChunk>>();

  constructor(
    private readonly log: EventLog,
    bus: EventBus,
  ) {
    bus.subscribe(eventsAppended, ({ projectId }) => {
      const entry = this.tails.get(projectId);
      if (entry) void entry.tail.then((tail) => tail.trigger(), ignored);
    });
    bus.subscribe(eventPassing, (event) => {
      const entry = this.tails.get(event.projectId);
      if (entry) void entry.tail.then((tail) => tail.pass(event), ignored);
    });
    bus.subscribe(messagesMissed, () => {
      for (const { tail } of this.tails.values()) void tail.then((one) => one.trigger(), ignored);
    });
  }

  /** Returns the tail of a project. Callers must call {@link release}, even if it rejects. */
  acquire(projectId: string): Promise<EventTail> {
    const known = this.tails.get(projectId);
    if (known) {
      known.users += 1;
      return known.tail;
    }
    const entry = { tail: this.open(projectId), users: 1 };
    this.tails.set(projectId, entry);
    return entry.tail;
  }

  release(projectId: string): void {
    const entry = this.tails.get(projectId);
    if (!entry) return;
    entry.users -= 1;
    if (entry.users > 0) return;
    this.tails.delete(projectId);
    void entry.tail.then((tail) => tail.close(), ignored);
  }

  /**
   * Reads the next chunk like {@link EventTail.next}, but from the table: at most `limit` events, including the types
   * in `also`.
   */
  async nextStored(
    place: Place,
    selection: EventSelection,
    bounds: ReadBounds,
  ): Promise<StoredChunk> {
    // Many readers that have fallen behind are at the same position: one of them reads for all.
    const shareable = selection.taskIds === undefined;
    const key = JSON.stringify([place, selection.key, bounds]);
    const known = shareable ? this.reads.get(key) : undefined;
    if (known) return known;
    const read = this.read(place, selection, bounds);
    if (!shareable) return read;
    this.reads.set(key, read);
    try {
      return await read;
    } finally {
      this.reads.delete(key);
    }
  }

  private read(
    { projectId, after }: Place,
    selection: EventSelection,
    { limit, length, also }: ReadBounds,
  ): Promise<StoredChunk> {
    return this.slots.run(projectId, async () => {
      const filter = { projectId, after, limit, ...selection.condition(also) };
      const stored = await this.log.readStored(filter);
      const events = stored.map((event) => ({ ...event, frame: eventFrame(event) }));
      const chunk = buildChunk(events, 0, after, selection, length);
      // The next waiting reader reads in another turn of the event loop.
      await nextTurn();
      return { ...chunk, full: chunk.more || stored.length === limit };
    });
  }

  private async open(projectId: string): Promise<EventTail> {
    return new EventTail(this.log, projectId, await this.log.last(projectId));
  }
}

/** The caller that acquired the tail receives the error. */
function ignored(): void {}
