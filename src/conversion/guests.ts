import { join } from 'node:path';
import { nodeFiles } from '../runtime/sandbox/guest-files.js';
import type { GuestSpec } from '../runtime/sandbox/guest-spec.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { LIMITS } from './limits.js';

const MIB = 1024 * 1024;
/** npm packages that converters load at run time: what is not bundled into them, because it is native. */
const PACKAGES: readonly string[] = [];
/** V8 ends a process past this by itself, with words that tell why; the rest is for what is not V8's (MiB). */
const HEAP_MIB = 1_536;

/** A process that converts documents. It starts no other, writes no file and has no network. */
export function converterGuest(node: string, guestDir: string, { contained }: Sandbox): GuestSpec {
  return {
    command: node,
    args: [
      `--max-old-space-size=${HEAP_MIB}`,
      join(guestDir, 'main.mjs'),
      // Nothing else would end it together with a server that was killed while a document keeps its thread.
      ...(contained ? [] : ['--watch-parent']),
    ],
    readable: nodeFiles(node, guestDir, PACKAGES),
    filter: { processes: false, uncountedMemory: false },
    limits: { openFiles: 256, fileMib: 0, dataMib: LIMITS.memoryBytes / MIB },
  };
}
