import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MetarunError } from '../kernel/errors.js';

const GUESSES_PER_MINUTE = 300;
const REMEMBERED = 10_000;

/**
 * Slows down guessing: an address with too many wrong credentials within a minute is refused without looking
 * at what it sends. Credentials that were right before are still looked at, since all clients behind one proxy
 * share its address and one of them must not lock out the others.
 */
@Injectable()
export class GuessLimit {
  private readonly failures = new RateLimiterMemory({ points: GUESSES_PER_MINUTE, duration: 60 });
  /** Hashes that were right here before. Only spares them this check: each request is looked up all the same. */
  private readonly rightBefore = new Set<string>();

  /** Throws `rate_limited` when this address may not try. `hash` is null for a header that holds no key. */
  async check(address: string, hash: string | null): Promise<void> {
    if (hash !== null && this.rightBefore.has(hash)) return;
    const failures = await this.failures.get(address);
    if (failures === null || failures.consumedPoints < GUESSES_PER_MINUTE) return;
    throw new MetarunError(
      'rate_limited',
      'Too many requests with wrong credentials came from this address; try again later.',
      { retryAfterSeconds: Math.ceil(failures.msBeforeNext / 1000) },
    );
  }

  async wrong(address: string): Promise<void> {
    await this.failures.penalty(address);
  }

  right(hash: string): void {
    if (this.rightBefore.has(hash)) return;
    const [oldest] = this.rightBefore;
    if (this.rightBefore.size >= REMEMBERED && oldest !== undefined)
      this.rightBefore.delete(oldest);
    this.rightBefore.add(hash);
  }
}
