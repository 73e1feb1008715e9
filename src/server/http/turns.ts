import { createHash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { callerOf, projectOf } from '../../access/auth/request-access.js';
import { FairQueue } from '../../base/kernel/fair-queue.js';

/** Requests that come within this time of the first one of a turn of the event loop begin at once (ms). */
const AT_ONCE_MS = 4;
/** Before more of those that waited begin: turns of the event loop, in each of which libuv accepts one connection, or time (ms). */
const TURNS_APART = 6;
const MS_APART = 2;
/** The number of them that then begin. */
const TOGETHER = 8;
/** Credentials that have been right lately. */
const KNOWN = 10_000;

/**
 * Lets requests begin a few at a time when more come than can be answered, by turns of those who ask. In between the event
 * loop goes on with what has begun, and takes new connections, so that the flood of one client delays others by little.
 */
export class Turns {
  private readonly queue = new FairQueue<() => void>();
  private waiting = 0;
  /** Turns of the event loop since those that waited last began, and when that was. */
  private since = 0;
  private lastAt = 0;
  /** Until when requests may begin at once, by the monotonic clock in ms; null = none has come in this turn. */
  private until: number | null = null;

  /** Calls `begin` at once or in a later turn; the calls of one owner keep their order. */
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
 * A middleware that has requests take turns: by the project of their key or the user of their token where that has been
 * right before, else by their address.
 */
export function takeTurns(turns = new Turns()) {
  /** Owners by credential. */
  const known = new LRUCache<string, string>({ max: KNOWN });
  return (request: Request, response: Response, next: NextFunction): void => {
    // A browser that is signed in sends a cookie instead.
    const given = request.get('authorization') ?? request.get('cookie');
    const credential =
      given === undefined ? null : createHash('sha256').update(given).digest('hex');
    if (credential !== null)
      response.once('finish', () => {
        const owner = ownerOf(request);
        if (owner !== null && response.statusCode < 400) known.set(credential, owner);
      });
    const owner =
      (credential === null ? undefined : known.get(credential)) ??
      // Health checks must be answered even while their address tries keys.
      `${request.ip} ${credential === null ? request.path.split('/', 2)[1] : 'wrong'}`;
    turns.enter(owner, () => {
      if (!request.socket.destroyed) next();
    });
  };
}

/** Returns the project or user of a request that was let in; null where it needed no credentials. */
function ownerOf(request: Request): string | null {
  const caller = callerOf(request);
  if (caller === undefined) return null;
  return caller.kind === 'api_key' ? `project ${projectOf(request)?.id}` : `user ${caller.userId}`;
}
