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
/** Look-ups at a time for all addresses beyond their limit: what a flood of wrong keys gets of the database. */
const LOOK_UPS = 2;

/**
 * Counts wrong credentials by the address that they came from. Nothing that is right is ever refused for them, since all
 * clients behind one proxy share its address: each key is looked up, and only the wrong ones are answered by
 * `rate_limited` once there were too many.
 */
@Injectable()
export class GuessLimit {
  private readonly failures = new RateLimiterMemory({
    points: GUESSES_PER_MINUTE,
    duration: WINDOW_SECONDS,
  });
  /** Hashes that were right here before: they are looked up without waiting behind a flood. */
  private readonly rightBefore = new Set<string>();
  private readonly slots = new Slots(LOOK_UPS);

  constructor(private readonly bus: EventBus) {
    // What one server refuses, all do: else each would have to count as many.
    bus.subscribe(addressRefused, ({ address }) => this.refuse(address));
  }

  /** Runs a look-up by the hash of a key. That of an address beyond its limit waits for others of the kind. */
  async lookUp<T>(address: string, hash: string, find: () => Promise<T | null>): Promise<T | null> {
    const waits = !this.rightBefore.has(hash) && (await this.msRefused(address)) > 0;
    const found = await (waits ? this.slots.run(find) : find());
    if (found !== null) this.remember(hash);
    return found;
  }

  /** Counts a wrong one. Throws `rate_limited` where the address had too many before it. */
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

  /** Refuses wrong credentials of a group of addresses, which has had too many of them somewhere. */
  private refuse(group: string): void {
    void this.failures.get(group).then((known) => {
      if ((known?.consumedPoints ?? 0) < GUESSES_PER_MINUTE)
        void this.failures.set(group, GUESSES_PER_MINUTE, WINDOW_SECONDS);
    });
  }

  /** Returns for how long wrong credentials from there are still refused, in ms; 0 = they are not. */
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
