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
/** Those of versions that are no longer there are removed some day (ms). */
const KEPT_MS = 30 * 24 * 3600_000;

/**
 * Loads a CommonJS file with what V8 made of it in an earlier process, the functions that have run included: Node's own
 * cache holds what is compiled before any has. The file is of ASCII alone and has no `import()`. What V8 made is kept in
 * `folder` when a process has gone well, by `use`, which does the work with the file. What does not match any more is made
 * again.
 */
export function loadCompiled(file: string, folder: string, use: string): unknown {
  const source = readFileSync(file);
  const kept = join(folder, `${use}-${identityOf(source)}${ENDING}`);
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

/** V8 knows a source by its length alone, and packages that npm has installed are all equally old. */
function identityOf(source: Buffer): string {
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

/** Where that is not possible the next process does without. */
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
    // Its folder is none, or full: what is unfinished is removed with the old.
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.includes(ENDING))) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}
