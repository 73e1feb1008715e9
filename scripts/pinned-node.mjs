// Compares the installed Node with bin/node.sha256. docs/decisions/0001-pinned-node.md describes what this proves.
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the expected checksums by the path of the binary below node_modules, for all platforms. */
export function pinnedSums() {
  const lines = readFileSync(join(root, 'bin/node.sha256'), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => line.split('  ').reverse()));
}

/**
 * Returns the SHA-256 of a file in hex, reading through a single buffer. A stream of this size leaves so much garbage
 * that Node 24 may still be collecting it at exit, and then hangs.
 */
export function sumOfFile(path) {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1024 * 1024);
  const file = openSync(path, 'r');
  for (let length = -1; length !== 0;) {
    length = readSync(file, buffer);
    hash.update(buffer.subarray(0, length));
  }
  closeSync(file);
  return hash.digest('hex');
}

/**
 * Throws if an installed binary differs from the pinned one.
 * @param {string} [seen] file that records the verified binary, so that it is not read again
 */
export function checkPinnedNode(seen) {
  for (const [path, expected] of pinnedSums()) {
    const program = join(root, 'node_modules', path);
    if (!existsSync(program)) continue;
    const { size, mtimeMs } = statSync(program);
    const state = `${expected} ${size} ${mtimeMs}`;
    if (seen !== undefined && existsSync(seen) && readFileSync(seen, 'utf8') === state) continue;
    const found = sumOfFile(program);
    if (found !== expected)
      throw new Error(
        `${program} is not the Node that this version is pinned to: its SHA-256 is ${found}, and bin/node.sha256 has ${expected}. Remove ${dirname(dirname(program))} and install the packages again; if that does not help, the package is not what it was.`,
      );
    if (seen !== undefined) writeFileSync(seen, state);
  }
}
