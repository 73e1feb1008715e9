import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { hashSha256 } from '../../base/kernel/sha256.js';
import { findRequestCaller, findRequestProject } from '../../access/auth/request-access.js';
import { FairQueue } from '../../base/kernel/fair-queue.js';

/** Requests that arrive within this time after the first one of a turn of the event loop begin at once, in ms. */
const AT_ONCE_MS = 4;
/**
 * Interval between batches of waiting requests: in turns of the event loop, in each of which libuv accepts one
 * connection, or in ms.
 */
const TURNS_APART = 6;
const MS_APART = 2;
/** Number of waiting requests per batch. */
const TOGETHER = 8;
/** Maximum number of credentials whose owner is cached. */
const KNOWN = 10_000;

/**
 * Starts requests a few at a time when more arrive than can be answered, taking turns between their owners. Between
 * batches, the event loop continues with running requests and accepts connections, so that a flood by one client delays
 * others only a little.
 */
export class Turns {
  private readonly queue = new FairQueue<() => void>();
  private waiting = 0;
  /** Turns of the event loop since the last batch, and the time of that batch. */
  private since = 0;
  private lastAt = 0;
  /**
   * End of the time in which requests begin at once, by the monotonic clock in ms; null = no request in this turn yet.
   */
  private until: number | null = null;

  /** Calls `begin` at once or in a later turn. The calls of one owner keep their order. */
  enter(owner: string, begin: () => void): void {
    const now = performance.now();
    if (this.until === null) {
      this.until = now + AT_ONCE_MS;
      setImmediate(() => this.turn());
    }
    if (this.waiting === 0 && now < this.until) return begin();
    this.queue.push(owner, begin);
    this.waiting += 1;
  }

  private turn(): void {
    if (this.waiting === 0) {
      this.until = null;
      return;
    }
    setImmediate(() => this.turn());
    this.since += 1;
    const now = performance.now();
    if (this.since < TURNS_APART && now - this.lastAt < MS_APART) return;
    this.since = 0;
    this.lastAt = now;
    for (let begun = 0; begun < TOGETHER; begun += 1) {
      const owner = this.queue.next;
      if (owner === undefined) return;
      this.waiting -= 1;
      this.queue.shift(owner)?.();
    }
  }
}

/**
 * Returns a middleware that makes requests take turns: by the project of the key or the user of the token if those
 * credentials were valid recently, otherwise by address.
 */
export function takeTurns(turns = new Turns()) {
  /** Owners of credentials, by hash. */
  const known = new LRUCache<string, string>({ max: KNOWN });
  return (request: Request, response: Response, next: NextFunction): void => {
    // A signed-in browser sends a cookie instead.
    const given = request.get('authorization') ?? request.get('cookie');
    const credential = given === undefined ? null : hashSha256(given);
    if (credential !== null)
      response.once('finish', () => {
        const owner = resolveOwner(request);
        if (owner !== null && response.statusCode < 400) known.set(credential, owner);
      });
    const owner =
      (credential === null ? undefined : known.get(credential)) ??
      // Health checks must be answered even while wrong keys are tried from the same address.
      `${request.ip} ${credential === null ? request.path.split('/', 2)[1] : 'wrong'}`;
    turns.enter(owner, () => {
      if (!request.socket.destroyed) next();
    });
  };
}

/** Returns the project or user of an admitted request; null if it needed no credentials. */
function resolveOwner(request: Request): string | null {
  const caller = findRequestCaller(request);
  if (caller === undefined) return null;
  return caller.kind === 'api_key'
    ? `project ${findRequestProject(request)?.id}`
    : `user ${caller.userId}`;
}
