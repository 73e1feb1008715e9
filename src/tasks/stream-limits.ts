import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { MetarunError } from '../kernel/errors.js';

const RETRY_AFTER_SECONDS = 10;

/** Counts the event streams that are open on this server. */
@Injectable()
export class StreamLimits {
  private readonly ofKey = new Map<string, number>();
  private open = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Runs `stream` as one stream of the key or token `keyId`. Throws `too_many_streams`. */
  async count(keyId: string, stream: () => Promise<void>): Promise<void> {
    const { maxStreams, maxStreamsPerKey } = this.config;
    const own = this.ofKey.get(keyId) ?? 0;
    if (own >= maxStreamsPerKey)
      throw tooMany(`This key or token has ${own} event streams open, which is all it may`);
    if (this.open >= maxStreams)
      throw tooMany(`The server has ${this.open} event streams open, which is all it serves`);
    this.open += 1;
    this.ofKey.set(keyId, own + 1);
    try {
      await stream();
    } finally {
      this.open -= 1;
      const left = (this.ofKey.get(keyId) ?? 1) - 1;
      if (left === 0) this.ofKey.delete(keyId);
      else this.ofKey.set(keyId, left);
    }
  }
}

function tooMany(what: string): MetarunError {
  return new MetarunError(
    'too_many_streams',
    `${what}; close some, or try again in ${RETRY_AFTER_SECONDS} s.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
