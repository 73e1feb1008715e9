import { readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { readClientEnvironment } from '../../base/config/client-environment.js';
import type { Config } from '../../base/config/settings.js';
import { isJsonObject } from '../../base/kernel/json.js';
import { VERSION } from '../../base/kernel/version.js';
import type { Interpreter } from '../../sandbox/runtime/python/interpreter.js';
import { findBwrap } from '../../sandbox/runtime/sandbox/detect.js';

/** The results of probing this machine. */
export interface Tried {
  python: Interpreter;
}

/**
 * Stores that bubblewrap works here, since another probe takes longer than a short script. Only the best sandbox is
 * stored, so that the cache never leads to a weaker one, and only while everything that it depends on is unchanged. If
 * it does not work after all, the guests fail to start, and the entry is removed.
 */
export class SandboxProbeCache {
  private readonly file = join(readClientEnvironment().cacheDir, 'sandbox.json');
  private readonly key: string;

  constructor(config: Config, languages: readonly string[]) {
    const programs = [findBwrap() ?? '', config.python, process.execPath].map(readFileStamp);
    this.key = JSON.stringify([
      VERSION,
      release(),
      process.arch,
      process.getuid?.() ?? null,
      config.sandbox,
      config.sandboxMinLevel,
      languages.toSorted(),
      ...programs,
    ]);
  }

  /** Returns null without an entry. */
  find(): Tried | null {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      if (!isJsonObject(kept)) return null;
      const found = kept[this.key];
      if (!isJsonObject(found)) return null;
      const { executable, readable, abi, problem } = found;
      if (typeof executable !== 'string' || typeof abi !== 'string' || !Array.isArray(readable))
        return null;
      const paths = readable.filter((path) => typeof path === 'string');
      const why = typeof problem === 'string' ? problem : null;
      return { python: { executable, readable: paths, abi, problem: why } };
    } catch {
      return null;
    }
  }

  /** Stores the results for other commands, which probe again if that fails. */
  async keep({ python }: Tried): Promise<void> {
    const unfinished = `${this.file}.${process.pid}`;
    try {
      await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ ...this.others(), [this.key]: python });
      await writeFile(unfinished, text, { mode: 0o600 });
      await rename(unfinished, this.file);
    } catch {
      // Not even the removal succeeds if the folder does not exist.
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  async forget(): Promise<void> {
    await rm(this.file, { force: true }).catch(() => undefined);
  }

  /** Returns the entries of the same version for other settings. */
  private others(): object {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      const entries = isJsonObject(kept) ? Object.entries(kept) : [];
      return Object.fromEntries(
        entries.filter(([key]) => key.startsWith(JSON.stringify([VERSION]).slice(0, -1))).slice(-8),
      );
    } catch {
      return {};
    }
  }
}

/** Returns a text that changes with a program's file. */
function readFileStamp(path: string): string {
  try {
    const { size, mtimeMs, ino } = statSync(path);
    return `${path} ${size} ${mtimeMs} ${ino}`;
  } catch {
    return path;
  }
}
