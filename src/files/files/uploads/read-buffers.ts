import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Number of bytes of a body after which their buffers are freed. */
const FREED_EVERY = 2 * 1024 * 1024;

let collect: (() => void) | undefined;
let unfreed = 0;

/**
 * Counts the bytes read from a request's body. Each read has a buffer outside of the JavaScript heap, which hardly
 * grows meanwhile, so that V8 would collect only after some 60 MB of them: a minor collection of 1 ms keeps the growth
 * of memory during an upload of 100 MiB at a quarter of that.
 */
export function countRead(bytes: number): void {
  unfreed += bytes;
  if (unfreed < FREED_EVERY) return;
  unfreed = 0;
  collect ??= minorCollection();
  collect();
}

/** Returns V8's collector, which is exposed by a flag that is read when a context is created. */
function minorCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc({ type: 'minor' }) : () => undefined;
}
