import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const ENDING = '.v8';
const CHECKSUM_BYTES = 4;
/** Age at which the code caches of removed versions are deleted, in ms. */
const KEPT_MS = 30 * 24 * 3600_000;

/**
 * Loads a CommonJS file with V8's code cache from an earlier process. It includes the functions that have run, unlike
 * Node's compile cache, which is written before any have. The file must be ASCII and must not use `import()`. The cache
 * is stored in `folder` when the process succeeds, by `use`, the kind of work. An outdated cache is created again.
 */
export function loadCompiled(file: string, folder: string, use: string): unknown {
  const source = readFileSync(file);
  const kept = join(folder, `${use}-${hashSource(source)}${ENDING}`);
  const cachedData = readKept(kept);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source.toString('latin1')}\n})`,
    {
      filename: file,
      ...(cachedData === null ? {} : { cachedData }),
    },
  );
  if (cachedData === null || script.cachedDataRejected === true)
    process.once('exit', (code) => code === 0 && keep(script, kept));
  const module = { exports: {} };
  const evaluate = script.runInThisContext() as (...given: unknown[]) => void;
  evaluate(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/**
 * Identifies a source by its contents. V8 compares only the length, and npm gives all installed files the same time.
 */
function hashSource(source: Buffer): string {
  const { version, arch } = process;
  return `${version}-${arch}-${source.length}-${crc32(source).toString(16)}`;
}

function readKept(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(CHECKSUM_BYTES);
    return bytes.readUInt32LE() === crc32(data) ? data : null;
  } catch {
    return null;
  }
}

/** Stores the cache. If that fails, the next process runs without it. */
function keep(script: Script, file: string): void {
  try {
    const data = script.createCachedData();
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(data));
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    removeOld(dirname(file));
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, Buffer.concat([checksum, data]), { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    // The folder is missing or full. Unfinished files are deleted with the old ones.
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.includes(ENDING))) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}
