import { type EventBus, peerHeard } from '../../../platform/events/event-bus.js';
import { taskDue, taskWake } from '../state/messages.js';
import { type Lane, LANES } from './lane.js';
import type { LocalQueues } from './local-queue.js';
import type { Wake } from './wake.js';
import type { WorkerRegistry } from './worker-registry.js';

/** Shortest time between two wakes for a project that go to servers without a free slot, in ms. */
const TO_FULL_MS = 100;

/**
 * Routes wakes to free slots: to a queue of this server; if all its slots are taken, to another server with a free
 * slot; otherwise they wait here. A wake that cannot wait here, since this server does not run such tasks, goes to a
 * server without a free slot, which then gives the project its next one.
 */
export class WakeRouter {
  private state: 'new' | 'started' | 'stopped' = 'new';
  /**
   * Lanes, pools and projects for which a wake was sent to a server without a free slot within the last
   * {@link TO_FULL_MS}.
   */
  private readonly sentToFull = new Set<string>();
  private sent = 0;

  constructor(
    private readonly queues: LocalQueues,
    private readonly bus: EventBus,
    private readonly registry: WorkerRegistry,
  ) {}

  /** Called before the queues start. */
  subscribe(): void {
    this.bus.subscribe(taskDue, (wake) => this.route(wake));
    // The wake is not routed again: if servers are mistaken about each other, it would circulate forever.
    this.bus.subscribe(taskWake, (wake) => {
      if (this.registry.takes(wake.pool)) this.queues[wake.lane].wake(wake);
    });
    this.bus.subscribe(peerHeard, () => {
      for (const lane of LANES) this.passOn(lane);
    });
  }

  /** Called once the queues have started. */
  start(): void {
    this.state = 'started';
  }

  route(wake: Wake): void {
    if (this.state === 'stopped' || !this.registry.takes(wake.pool)) this.send(wake);
    else {
      this.queues[wake.lane].wake(wake);
      this.passOn(wake.lane);
    }
  }

  /** Routes the waiting wakes, and from now on all wakes, to other servers: this server starts nothing more. */
  stop(): void {
    for (const lane of LANES) this.passOn(lane);
    this.state = 'stopped';
  }

  private passOn(lane: Lane): void {
    if (this.state !== 'started') return;
    while (this.registry.hasFree(lane)) {
      const wake = this.queues[lane].withdraw((pool) => this.registry.hasFree(lane, pool));
      if (wake === null) return;
      this.send({ ...wake, lane });
    }
  }

  private send(wake: Wake): void {
    const free = this.registry.takeSlot(wake.lane, wake.pool);
    if (free !== null) return this.sendTo(free, wake);
    const key = `${wake.lane} ${wake.pool} ${wake.projectId}`;
    if (this.sentToFull.has(key)) return;
    this.sentToFull.add(key);
    setTimeout(() => this.sentToFull.delete(key), TO_FULL_MS).unref();
    const full = this.registry.findWorking(wake.pool);
    // This wake also stands for those of the next 100 ms.
    if (full !== null) this.sendTo(full, { ...wake, count: Number.POSITIVE_INFINITY });
  }

  private sendTo(server: string, wake: Wake): void {
    this.sent += 1;
    this.bus.send(server, taskWake, { ...wake, serial: this.sent });
  }
}
