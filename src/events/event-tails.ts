import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairSlots } from '../kernel/fair-slots.js';
import { EventBus } from './event-bus.js';
import { eventFrame } from './event-frame.js';
import { EventLog } from './event-log.js';
import type { EventSelection } from './event-selection.js';
import { chunkOf, EventTail, type Chunk } from './event-tail.js';
import type { TaskEventType } from './task-event.js';

/** Projects with a reader that reads the table: they share its connections with the runs. */
const CATCHING_UP = 2;

/** The tails of those projects that somebody follows. */
@Injectable()
export class EventTails {
  private readonly tails = new Map<string, { tail: Promise<EventTail>; users: number }>();
  private readonly slots = new FairSlots(CATCHING_UP);

  constructor(
    private readonly log: EventLog,
    bus: EventBus,
  ) {
    bus.subscribe('events', ({ projectId }) => {
      const entry = this.tails.get(projectId);
      if (entry) void entry.tail.then((tail) => tail.rouse(), ignored);
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

  /** As {@link EventTail.next}, out of the table; at most `limit` events are read, of `also` besides. */
  async nextStored(
    { projectId, after }: { projectId: string; after: number },
    selection: EventSelection,
    bounds: { limit: number; length: number; also: readonly TaskEventType[] },
  ): Promise<Chunk & { full: boolean }> {
    const { limit, length, also } = bounds;
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

/** Whoever acquired the tail is told. */
function ignored(): void {}
