import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nodeFiles } from '../runtime/sandbox/guest-files.js';
import type { GuestSpec } from '../runtime/sandbox/guest-spec.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { LIMITS } from './limits.js';

const MIB = 1024 * 1024;
/** npm packages that converters load at run time, as far as installed: see packages/document-converter/src/engines.ts. */
const NATIVE = [
  '@firecrawl/anydoc-linux-x64-gnu',
  '@firecrawl/pdf-inspector',
  '@llamaindex/liteparse',
];
/** V8 ends a process past this itself, with a message that gives the reason; the rest is for memory outside of V8 (MiB). */
const HEAP_MIB = 1_536;

/** Returns the guest that converts documents. It starts no other process, writes no file and has no network. */
export function converterGuest(node: string, guestDir: string, { contained }: Sandbox): GuestSpec {
  return {
    command: node,
    args: [
      `--max-old-space-size=${HEAP_MIB}`,
      join(guestDir, 'main.mjs'),
      // Without a sandbox nothing else would end it with a server that was killed while a document keeps its thread busy.
      ...(contained ? [] : ['--watch-parent']),
    ],
    readable: nodeFiles(node, guestDir, installedIn(guestDir)),
    filter: { processes: false, uncountedMemory: false, epoll: true },
    limits: { openFiles: 256, fileMib: 0, dataMib: LIMITS.memoryBytes / MIB },
  };
}

/** Returns those of `NATIVE` that are installed, with the packages that have their binaries, one for each platform. */
function installedIn(guestDir: string): string[] {
  const find = createRequire(join(guestDir, 'main.mjs'));
  const isInstalled = (name: string): boolean => {
    try {
      return find.resolve(`${name}/package.json`) !== '';
    } catch {
      return false;
    }
  };
  return NATIVE.filter(isInstalled).flatMap((name) => {
    const { optionalDependencies = {} } = find(`${name}/package.json`) as {
      optionalDependencies?: Record<string, string>;
    };
    return [name, ...Object.keys(optionalDependencies).filter(isInstalled)];
  });
}
