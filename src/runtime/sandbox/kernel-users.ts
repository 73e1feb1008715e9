import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { NOBODY } from './guest-spec.js';

/** User ids that begin at `first`; no process but those that they were taken for has them. */
export interface UserIds {
  first: number;
  count: number;
}

/** Nobody's by the list of systemd ("UIDs and GIDs"), which container managers and directory services keep to. */
const RESERVED: UserIds = { first: 0x7000_0000, count: 0x0ffe_0000 };
/** The same in a container that has but 65,536 ids. */
const OF_CONTAINERS: UserIds = { first: 0x8000, count: 0x6f00 };

/** As {@link NOBODY} is one user, whom other programs of the machine may be as well. */
const SHARED: UserIds = { first: NOBODY, count: 1 };

/**
 * Users of the kernel for guests, where the server is root. The kernel counts epoll items, pipes, descriptors on
 * their way, signals and more for each user, so that guests that share one could use up what others need.
 */
export class KernelUsers {
  /** Null: all guests are NOBODY. */
  constructor(private readonly from: UserIds | null) {}

  /** Those that this server may give out; none where it is an ordinary user or its user namespace has too few. */
  static ofServer(): KernelUsers {
    if (process.getuid?.() !== 0) return new KernelUsers(null);
    return new KernelUsers(freeIds(readFileSync('/proc/self/uid_map', 'utf8')));
  }

  get areOwn(): boolean {
    return this.from !== null;
  }

  /** Drawn anew each time, as other servers on the machine do: that two meet is next to impossible. */
  take(count: number): UserIds {
    if (this.from === null) return SHARED;
    const blocks = Math.floor(this.from.count / count);
    return { first: this.from.first + randomInt(blocks) * count, count };
  }
}

/** `uidMap`: /proc/self/uid_map, of which each line is first id inside, first id outside, count. */
export function freeIds(uidMap: string): UserIds | null {
  const ranges = uidMap
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const has = ({ first, count }: UserIds): boolean =>
    ranges.some(([start = 0, , size = 0]) => start <= first && first + count <= start + size);
  return [RESERVED, OF_CONTAINERS].find(has) ?? null;
}
