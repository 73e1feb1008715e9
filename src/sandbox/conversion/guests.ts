import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nodeFiles } from '../runtime/sandbox/guest-files.js';
import type { GuestSpec } from '../runtime/sandbox/guest-spec.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { LIMITS } from './limits.js';

const MIB = 1024 * 1024;
/** npm packages that converters load at run time: they are native, and so not bundled. */
const NATIVE = ['@firecrawl/pdf-inspector', '@llamaindex/liteparse'];
/** Native packages that exist only for some platforms: see packages/document-converter/src/office/engine.ts. */
const ON_SOME_PLATFORMS = ['@firecrawl/anydoc-linux-x64-gnu'];
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
    readable: nodeFiles(node, guestDir, [...NATIVE, ...binariesOf(guestDir)]),
    filter: { processes: false, uncountedMemory: false, epoll: true },
    limits: { openFiles: 256, fileMib: 0, dataMib: LIMITS.memoryBytes / MIB },
  };
}

/** Returns the packages with binaries of `NATIVE`, one for each platform, and those of `ON_SOME_PLATFORMS`, as far as installed. */
function binariesOf(guestDir: string): string[] {
  const find = createRequire(join(guestDir, 'main.mjs'));
  const named = NATIVE.flatMap((name) => {
    const { optionalDependencies = {} } = find(`${name}/package.json`) as {
      optionalDependencies?: Record<string, string>;
    };
    return Object.keys(optionalDependencies);
  });
  return [...ON_SOME_PLATFORMS, ...named].filter((binary) => {
    try {
      return find.resolve(`${binary}/package.json`) !== '';
    } catch {
      return false;
    }
  });
}
