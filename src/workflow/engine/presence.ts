import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { type EventBus, type Peer } from '../../platform/events/event-bus.js';
import type { Lane } from './lane.js';

type Slots = Record<Lane, number>;

/** The slots of another server, as far as they are known. */
interface Known {
  /** The report that it is from. */
  peer: Peer;
  free: Slots;
}

/** The free slots of all servers: this server reports its own to the others, and knows theirs as they were last reported. */
export class Presence {
  private readonly known = new Map<string, Known>();

  /** `free` returns the slots of this server for which it has nothing to do. */
  constructor(
    private readonly bus: EventBus,
    private readonly free: (lane: Lane) => number,
  ) {}

  start(): void {
    this.bus.status = () => ({ free: slotsBy(this.free) });
    this.bus.announce();
  }

  /** True if there is another server. */
  get hasOthers(): boolean {
    return this.bus.peers.size > 0;
  }

  /** Takes a free slot of another server, and returns its id: of two at random the one with more; null if none has one. */
  take(lane: Lane): string | null {
    if (!this.hasOthers) return null;
    for (const id of this.known.keys()) if (!this.bus.peers.has(id)) this.known.delete(id);
    const free = [...this.bus.peers].flatMap(([id, peer]) => {
      const slots = this.slotsOf(id, peer);
      return slots[lane] > 0 ? [{ id, slots }] : [];
    });
    const one = anyOf(free);
    const other = anyOf(free);
    if (one === undefined || other === undefined) return null;
    const most = other.slots[lane] > one.slots[lane] ? other : one;
    most.slots[lane] -= 1;
    return most.id;
  }

  private slotsOf(id: string, peer: Peer): Slots {
    const known = this.known.get(id);
    if (known?.peer === peer) return known.free;
    const free = slotsBy((lane) => freeOf(peer.status, lane));
    this.known.set(id, { peer, free });
    return free;
  }
}

function slotsBy(free: (lane: Lane) => number): Slots {
  return { script: free('script'), agent: free('agent') };
}

function freeOf(status: Json, lane: Lane): number {
  const slots = isJsonObject(status) ? status['free'] : null;
  const free = isJsonObject(slots) ? slots[lane] : null;
  return typeof free === 'number' ? free : 0;
}

function anyOf<T>(some: readonly T[]): T | undefined {
  return some[Math.floor(Math.random() * some.length)];
}
