import { type EventBus, peerHeard } from '../../../platform/events/event-bus.js';
import type { TaskHint } from './dispatcher.js';
import { type Lane, LANES } from './lane.js';
import type { Lanes } from './lanes.js';
import { taskDue, taskOffered } from '../state/messages.js';
import type { Pool } from './pool.js';
import type { Presence } from './presence.js';

/** Shortest time between two hints of a project that go to a server without a free slot, ms. */
const TO_FULL_MS = 100;

/**
 * Hints go to a slot of this server; where all are taken, or it does not take such tasks, to another one that has a free slot; else
 * they wait here. One that cannot wait here goes to a server without a free slot, unless another one of its project has just gone
 * to such a one: so a worker that is busy with other projects knows of this one, and gives it the next slot.
 */
export class Offers {
  private state: 'new' | 'started' | 'stopped' = 'new';
  /** Lanes, pools and projects of which a hint has gone to a server without a free slot within the last {@link TO_FULL_MS}. */
  private readonly sentToFull = new Set<string>();

  constructor(
    private readonly lanes: Lanes,
    private readonly bus: EventBus,
    private readonly presence: Presence,
  ) {}

  /** To be called before the lanes start. */
  subscribe(): void {
    this.bus.subscribe(taskDue, (hint) => this.offer(hint));
    // Not passed on once more: where all have been mistaken about each other, it would go round.
    this.bus.subscribe(taskOffered, (hint) => {
      if (this.presence.takes(hint.pool)) this.lanes.offer(hint);
    });
    this.bus.subscribe(peerHeard, () => {
      for (const lane of LANES) this.passOn(lane);
    });
  }

  /** To be called once the lanes have started. */
  start(): void {
    this.state = 'started';
  }

  /** False where hints wait at no slot of this server. */
  get keeps(): boolean {
    return this.state !== 'stopped';
  }

  /** Returns whether this server takes the tasks of a pool. */
  takes(pool: Pool): boolean {
    return this.presence.takes(pool);
  }

  /** Returns whether a server that is known of takes the tasks of a pool. */
  reaches(pool: Pool): boolean {
    return this.presence.reaches(pool);
  }

  offer(hint: TaskHint): void {
    if (this.state === 'stopped' || !this.presence.takes(hint.pool)) this.send(hint);
    else {
      this.lanes.offer(hint);
      this.passOn(hint.lane);
    }
  }

  /** Passes on what waits, and from now on whatever comes: this server starts nothing more. */
  stop(): void {
    for (const lane of LANES) this.passOn(lane);
    this.state = 'stopped';
  }

  private passOn(lane: Lane): void {
    if (this.state !== 'started') return;
    while (this.lanes.waiting(lane) > 0 && this.presence.hasFree(lane)) {
      const hint = this.lanes.withdraw(lane, ({ pool }) => this.presence.hasFree(lane, pool));
      if (hint === undefined) return;
      this.send(hint);
    }
  }

  private send(hint: TaskHint): void {
    const server = this.presence.take(hint.lane, hint.pool) ?? this.takeFull(hint);
    if (server !== null) this.bus.send(server, taskOffered, hint);
  }

  private takeFull({ lane, pool, projectId }: TaskHint): string | null {
    const key = `${lane} ${pool} ${projectId}`;
    if (this.sentToFull.has(key)) return null;
    this.sentToFull.add(key);
    setTimeout(() => this.sentToFull.delete(key), TO_FULL_MS).unref();
    return this.presence.anyFor(pool);
  }
}
