import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Random bytes of one id. */
const RANDOM_BYTES = 16;
/** Random bytes for many ids: one call per id would take ten times as long as the rest of its work. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let poolAt = pool.length;
let msecs = 0;
let sequence = 0;

/** Returns a new UUID v7, which sorts after all earlier ones of this process. */
export function newId(): string {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const random = pool.subarray(poolAt, (poolAt += RANDOM_BYTES));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // 32 bits, the highest of them 0, to leave space for counting up.
    sequence = random.readUInt32BE(6) >>> 1;
  } else sequence += 1;
  return v7({ random, msecs, seq: sequence });
}

/** Returns whether `text` has the shape of a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
