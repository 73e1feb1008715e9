import { LRUCache } from 'lru-cache';
import type { EventBus } from '../../../platform/events/event-bus.js';
import { MemoryRateStore } from './memory.rate-store.js';
import { type RateUse, rateUsed } from './messages.js';
import {
  allowed,
  type RatePolicy,
  type RateStore,
  type Spent,
  WINDOW_SECONDS,
} from './rate-store.js';

const WINDOW_MS = WINDOW_SECONDS * 1000;
/** Use is reported from 1/`REPORTED_FROM` of the allowance on, in steps of 1/`REPORTED_BY` of the allowance. */
const REPORTED_FROM = 10;
const REPORTED_BY = 20;
/** Maximum number of counters kept: of this server, and of the others. */
const OWN = 10_000;
const OTHERS = 50_000;

/** The use of this server in its window, and the part that was reported to the others. */
interface OwnUse {
  since: number;
  used: number;
  reported: number;
}

/**
 * Counts in memory and shares the counts with other servers over the bus. A report contains the total of its window: a
 * duplicate or a late report adds nothing, and a lost one is made up for by the next.
 */
export class SharedRateStore implements RateStore {
  private readonly memory: MemoryRateStore;
  private readonly own = new LRUCache<string, OwnUse>({ max: OWN });
  private readonly others = new LRUCache<string, RateUse>({ max: OTHERS });
  private readonly unsubscribe: () => void;

  constructor(
    limit: number,
    private readonly bus: EventBus,
  ) {
    this.memory = new MemoryRateStore(limit);
    this.unsubscribe = bus.subscribe(rateUsed, (use) => this.add(use));
  }

  async spend(policy: RatePolicy, id: string): Promise<Spent> {
    const spent = await this.memory.spend(policy, id);
    const own = this.count(policy, id);
    const most = allowed(policy, this.memory.limit);
    const step = Math.max(1, Math.floor(most / REPORTED_BY));
    // A client over its limit is refused everywhere already, so its use is no longer reported.
    const isOver = spent.consumedPoints > most + step;
    if (!isOver && own.used * REPORTED_FROM >= most && own.used - own.reported >= step) {
      own.reported = own.used;
      const { since, used } = own;
      this.bus.publish(rateUsed, { server: this.bus.id, policy, id, since, used });
    }
    return spent;
  }

  close(): void {
    this.unsubscribe();
  }

  private count(policy: RatePolicy, id: string): OwnUse {
    const key = `${policy} ${id}`;
    const now = Date.now();
    let own = this.own.get(key);
    if (own === undefined || now - own.since >= WINDOW_MS || now < own.since) {
      own = { since: now, used: 0, reported: 0 };
      this.own.set(key, own);
    }
    own.used += 1;
    return own;
  }

  /** Adds the requests that another server has counted since its last report. */
  private add(use: RateUse): void {
    const { server, policy, id, since, used } = use;
    if (server === this.bus.id) return;
    const key = `${server} ${policy} ${id}`;
    const last = this.others.get(key);
    if (last !== undefined && last.since > since) return;
    const more = used - (last?.since === since ? last.used : 0);
    if (more <= 0) return;
    this.others.set(key, use);
    void this.memory.limiters[policy].penalty(id, more);
  }
}
