import { randomInt } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { NOBODY } from './guest-spec.js';

/** User ids from `first` on that no other process on the machine has. */
export interface UserIds {
  first: number;
  count: number;
}

/**
 * Range that systemd lists as unassigned ("UIDs and GIDs"), which container managers and directory services respect.
 */
const RESERVED: UserIds = { first: 0x7000_0000, count: 0x0ffe_0000 };
/** Range for a container that has only 65,536 ids. */
const OF_CONTAINERS: UserIds = { first: 0x8000, count: 0x6f00 };

/** {@link NOBODY} only; other programs of the machine may run as this user too. */
const SHARED: UserIds = { first: NOBODY, count: 1 };

/**
 * Kernel users for guests of a server that runs as root. The kernel counts epoll items, pipes, descriptors in flight,
 * signals and more per user, so guests with a common user could exhaust each other's quotas.
 */
export class KernelUsers {
  /** `from` is null if all guests are NOBODY. */
  constructor(private readonly from: UserIds | null) {}

  /**
   * Returns the users that this server may assign; none if it is an ordinary user or if its user namespace has too few
   * ids.
   */
  static ofServer(): KernelUsers {
    if (!guestsAreOthers()) return new KernelUsers(null);
    return new KernelUsers(freeIds(readFileSync('/proc/self/uid_map', 'utf8')));
  }

  get areOwn(): boolean {
    return this.from !== null;
  }

  /** Returns a random block of ids. Other servers on the machine do the same; a collision is very unlikely. */
  take(count: number): UserIds {
    if (this.from === null) return SHARED;
    const blocks = Math.floor(this.from.count / count);
    return { first: this.from.first + randomInt(blocks) * count, count };
  }
}

/**
 * True if guests have other users than the server, which then runs as root. Root of a user namespace without {@link
 * NOBODY}, as in a container that an ordinary user has started with one id, is that user to the kernel: it cannot
 * assign other users, and its guests have its own. They are never the machine's root, who owns the settings of the
 * kernel.
 */
export function guestsAreOthers(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const isMachines = statSync('/proc/sys/kernel').uid === 0;
  return (
    isMachines ||
    ['uid_map', 'gid_map'].every((map) => hasIds(readFileSync(`/proc/self/${map}`, 'utf8'), SHARED))
  );
}

/** Returns ids that are free in `uidMap`, the text of /proc/self/uid_map, or null. */
export function freeIds(uidMap: string): UserIds | null {
  return [RESERVED, OF_CONTAINERS].find((ids) => hasIds(uidMap, ids)) ?? null;
}

/**
 * Returns whether a map contains the ids. Each line of `map` has the first id inside, the first id outside, and their
 * number.
 */
function hasIds(map: string, { first, count }: UserIds): boolean {
  return map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([start = 0, , size = 0]) => start <= first && first + count <= start + size);
}
