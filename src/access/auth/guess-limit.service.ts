import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MetarunError } from '../../base/kernel/errors.js';
import { Slots } from '../../base/kernel/slots.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { addressGroup } from './client-address.js';
import { addressRefused } from './rates/messages.js';

const GUESSES_PER_MINUTE = 300;
const WINDOW_SECONDS = 60;
const REMEMBERED = 10_000;
/**
 * Concurrent look-ups for all addresses over their limit: the share of the database that a flood of wrong keys may use.
 */
const LOOK_UPS = 2;

/**
 * Counts wrong credentials by client address. Correct ones are never refused, since all clients behind one proxy share
 * its address: every key is looked up, and only wrong ones are answered with `rate_limited` after too many failures.
 */
@Injectable()
export class GuessLimit {
  private readonly failures = new RateLimiterMemory({
    points: GUESSES_PER_MINUTE,
    duration: WINDOW_SECONDS,
  });
  /** Hashes of credentials that were correct before; their look-ups do not wait behind a flood. */
  private readonly rightBefore = new Set<string>();
  private readonly slots = new Slots(LOOK_UPS);

  constructor(private readonly bus: EventBus) {
    // An address refused by one server is refused by all; otherwise each server would allow the full number of guesses.
    bus.subscribe(addressRefused, ({ address }) => this.refuse(address));
  }

  /** Looks up the hash of a key. Look-ups of unknown hashes for addresses over their limit wait for one another. */
  async lookUp<T>(address: string, hash: string, find: () => Promise<T | null>): Promise<T | null> {
    const waits = !this.rightBefore.has(hash) && (await this.msRefused(address)) > 0;
    const found = await (waits ? this.slots.run(find) : find());
    if (found !== null) this.remember(hash);
    return found;
  }

  /** Counts a wrong guess. Throws `rate_limited` if the address had too many before. */
  async wrong(address: string): Promise<void> {
    const ms = await this.msRefused(address);
    if (ms > 0)
      throw new MetarunError(
        'rate_limited',
        'These credentials are wrong, and so were too many others from this address; try again later.',
        { retryAfterSeconds: Math.ceil(ms / 1000) },
      );
    const group = addressGroup(address);
    const { consumedPoints } = await this.failures.penalty(group);
    if (consumedPoints === GUESSES_PER_MINUTE) this.bus.publish(addressRefused, { address: group });
  }

  /** Refuses wrong credentials from a group of addresses that has exceeded the limit on some server. */
  private refuse(group: string): void {
    void this.failures.get(group).then((known) => {
      if ((known?.consumedPoints ?? 0) < GUESSES_PER_MINUTE)
        void this.failures.set(group, GUESSES_PER_MINUTE, WINDOW_SECONDS);
    });
  }

  /** Returns the time for which wrong credentials from an address are still refused, in ms; 0 = not refused. */
  private async msRefused(address: string): Promise<number> {
    const failures = await this.failures.get(addressGroup(address));
    if (failures === null || failures.consumedPoints < GUESSES_PER_MINUTE) return 0;
    return Math.max(1, failures.msBeforeNext);
  }

  private remember(hash: string): void {
    if (this.rightBefore.has(hash)) return;
    const [oldest] = this.rightBefore;
    if (this.rightBefore.size >= REMEMBERED && oldest !== undefined)
      this.rightBefore.delete(oldest);
    this.rightBefore.add(hash);
  }
}
