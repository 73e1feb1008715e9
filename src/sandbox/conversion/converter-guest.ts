import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nodeFiles } from '../runtime/sandbox/guest-files.js';
import type { GuestSpec } from '../runtime/sandbox/guest-spec.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { LIMITS } from './limits.js';

const MIB = 1024 * 1024;
/** npm packages that converters load at run time if installed: see packages/document-converter/src/engines.ts. */
const NATIVE = [
  '@firecrawl/anydoc-linux-x64-gnu',
  '@firecrawl/pdf-inspector',
  '@llamaindex/liteparse',
];
/**
 * Heap limit (MiB) at which V8 ends the process itself, with a message that gives the reason; the rest of the limit is
 * for memory outside V8.
 */
const HEAP_MIB = 1_536;

/** Returns the guest that converts documents. It starts no other process, writes no file and has no network. */
export function converterGuest(node: string, guestDir: string, { contained }: Sandbox): GuestSpec {
  return {
    command: node,
    args: [
      `--max-old-space-size=${HEAP_MIB}`,
      join(guestDir, 'main.mjs'),
      // Without a sandbox, a converter busy with a document would otherwise survive a killed server.
      ...(contained ? [] : ['--watch-parent']),
    ],
    readable: nodeFiles(node, guestDir, installedIn(guestDir)),
    filter: { processes: false, uncountedMemory: false, epoll: true },
    limits: { openFiles: 256, fileMib: 0, dataMib: LIMITS.memoryBytes / MIB },
  };
}

/**
 * Returns the packages of `NATIVE` that are installed, with the packages that contain their binaries, one per platform.
 */
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
