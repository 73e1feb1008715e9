import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { type EventBus, type Peer } from '../../../platform/events/event-bus.js';
import type { Lane } from './lane.js';
import { type Pool, type Taken, toTaken, takes } from './pool.js';

type Slots = Record<Lane, number>;

/** Another server, as it last reported itself. */
interface Known {
  /** The last report of the server. */
  peer: Peer;
  free: Slots;
  taken: Taken;
  /** True if the server starts tasks as soon as it has a slot. */
  works: boolean;
}

/**
 * The free slots of all servers and the tasks that each takes: this server reports its own to the others, and keeps
 * theirs as last reported.
 */
export class WorkerRegistry {
  private readonly known = new Map<string, Known>();
  private works = false;

  /** `free` returns the number of free slots of this server that no project waits for. */
  constructor(
    private readonly bus: EventBus,
    private readonly free: (lane: Lane) => number,
    private readonly taken: Taken,
  ) {}

  /** Starts to report the free slots of this server. */
  start(): void {
    const { tags, needs, onlyTagged } = this.taken;
    const words = [...tags, ...needs];
    this.works = true;
    this.bus.status = () => {
      const { works } = this;
      return { free: slotsBy(this.free), works, tags: words, onlyTagged };
    };
    this.report();
  }

  /** Reports that this server starts nothing more. */
  stop(): void {
    this.works = false;
    this.report();
  }

  /** Reports the free slots of this server now; otherwise the next message contains them. */
  report(): void {
    this.bus.announce();
  }

  /** True if there is another server. */
  get hasOthers(): boolean {
    return this.bus.peers.size > 0;
  }

  /** Returns whether this server or another known one takes the tasks of a pool. */
  reaches(pool: Pool): boolean {
    return this.takes(pool) || this.others().some(({ taken }) => takes(taken, pool));
  }

  /** Returns whether this server takes the tasks of a pool. */
  takes(pool: Pool): boolean {
    return takes(this.taken, pool);
  }

  /** Returns whether another server has a free slot, for tasks of `pool` if that is given. */
  hasFree(lane: Lane, pool: Pool | null = null): boolean {
    return this.others().some(
      ({ free, taken }) => free[lane] > 0 && (pool === null || takes(taken, pool)),
    );
  }

  /**
   * Reserves a free slot of another server for a task of a pool and returns the server's id: of two random servers, the
   * one with more free slots; null if none has one.
   */
  takeSlot(lane: Lane, pool: Pool): string | null {
    const able = this.others().filter(({ free, taken }) => free[lane] > 0 && takes(taken, pool));
    const one = pickRandom(able);
    const other = pickRandom(able);
    if (one === undefined || other === undefined) return null;
    const most = other.free[lane] > one.free[lane] ? other : one;
    most.free[lane] -= 1;
    return most.id;
  }

  /** Returns a random other server that starts tasks of a pool, with or without a free slot, or null. */
  findWorking(pool: Pool): string | null {
    const able = this.others().filter(({ works, taken }) => works && takes(taken, pool));
    return pickRandom(able)?.id ?? null;
  }

  private others(): (Known & { id: string })[] {
    if (!this.hasOthers) return [];
    for (const id of this.known.keys()) if (!this.bus.peers.has(id)) this.known.delete(id);
    return [...this.bus.peers].map(([id, peer]) => ({ id, ...this.resolveKnown(id, peer) }));
  }

  private resolveKnown(id: string, peer: Peer): Known {
    const known = this.known.get(id);
    if (known?.peer === peer) return known;
    const reported = {
      peer,
      free: slotsBy((lane) => readFreeSlots(peer.status, lane)),
      taken: reportedBy(peer.status),
      works: isJsonObject(peer.status) && peer.status['works'] === true,
    };
    this.known.set(id, reported);
    return reported;
  }
}

function slotsBy(free: (lane: Lane) => number): Slots {
  return { script: free('script'), agent: free('agent') };
}

function readFreeSlots(status: Json, lane: Lane): number {
  const slots = isJsonObject(status) ? status['free'] : null;
  const free = isJsonObject(slots) ? slots[lane] : null;
  return typeof free === 'number' ? free : 0;
}

function reportedBy(status: Json): Taken {
  const { tags, onlyTagged } = isJsonObject(status) ? status : {};
  const words = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  return toTaken(words, onlyTagged === true);
}

function pickRandom<T>(some: readonly T[]): T | undefined {
  return some[Math.floor(Math.random() * some.length)];
}
