import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { type EventBus, messagesMissed } from './event-bus.js';
import { eventFrame } from './event-frame.js';
import { type EventLog } from './event-log.js';
import type { EventSelection } from './event-selection.js';
import { chunkOf, EventTail, type Chunk } from './event-tail.js';
import { eventPassing, eventsAppended } from './messages.js';
import type { TaskEventType } from './task-event.js';

/** Projects with a reader that reads the table: they share its connections with the runs. */
const CATCHING_UP = 2;

interface Place {
  projectId: string;
  after: number;
  /** The newest event that the reader knows of: a read that began before that was there is not for it. */
  newest: number;
}

interface ReadBounds {
  /** Events that are read at most. */
  limit: number;
  /** Characters of the text, about. */
  length: number;
  /** Types that are read besides. */
  also: readonly TaskEventType[];
}

/** `full`: there may be more in the table. */
type StoredChunk = Chunk & { full: boolean };

/** The tails of the projects that have readers. */
export class EventTails {
  private readonly tails = new Map<string, { tail: Promise<EventTail>; users: number }>();
  private readonly slots = new FairSlots(CATCHING_UP);
  /** Reads of the table that have not ended, by what they read. */
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

  /** To be given back by {@link release}, also where it rejects. */
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

  /** Reads the next chunk as {@link EventTail.next} does, but from the table: at most `limit` events, and those of `also`. */
  async nextStored(
    place: Place,
    selection: EventSelection,
    bounds: ReadBounds,
  ): Promise<StoredChunk> {
    // Many readers that have fallen behind are at the same place: one of them reads for all.
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
      const chunk = chunkOf(events, 0, after, selection, length);
      // Of many readers that wait the next one reads in another turn of the event loop.
      await nextTurn();
      return { ...chunk, full: chunk.more || stored.length === limit };
    });
  }

  private async open(projectId: string): Promise<EventTail> {
    return new EventTail(this.log, projectId, await this.log.last(projectId));
  }
}

/** The caller that acquired the tail gets the error. */
function ignored(): void {}
