import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After so many bytes of a body the buffers that they were read into are freed. */
const FREED_EVERY = 2 * 1024 * 1024;

let collect: (() => void) | undefined;
let unfreed = 0;

/**
 * Counts bytes that were read from a request's body. Each read has a buffer of its own outside of the JavaScript heap,
 * which is hardly touched meanwhile, so that V8 would collect only after some 60 MB of them: a minor collection, 1 ms
 * long, keeps the rise of memory during an upload of 100 MiB at a quarter of that.
 */
export function countRead(bytes: number): void {
  unfreed += bytes;
  if (unfreed < FREED_EVERY) return;
  unfreed = 0;
  collect ??= minorCollection();
  collect();
}

/** V8 exposes its collector to code by a flag that is read when a context is made. */
function minorCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc({ type: 'minor' }) : () => undefined;
}
