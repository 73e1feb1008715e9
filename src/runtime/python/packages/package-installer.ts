import { MetarunError } from '../../../kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.js';
import { FrameSplitter } from '../../frames.js';
import type { Interpreter } from '../interpreter.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { spawnGuest } from '../../sandbox/spawn-guest.js';
import { textOf } from '../control-messages.js';
import { packagesGuest } from '../guests.js';
import type { PackageIndex } from './package-index.js';

const NO_INSTALLER =
  'this installation has neither uv nor pip to install packages with. The operator: install uv, or pip for METARUN_PYTHON (on Debian and Ubuntu `apt-get install python3-venv`)';

export interface InstallerOptions {
  python: Interpreter;
  /** Absolute path of the built guest code, `dist/runtimes/python`. */
  guestDir: string;
  sandbox: Sandbox;
  index: PackageIndex;
  /** Absolute path of uv; '' = pip. */
  uv: string;
  /** Time that a job may take. */
  timeoutMs: number;
}

export interface JobOptions {
  /** An empty folder of the host that the job alone uses, and may leave anything in. */
  work: string;
  /** What it may write there, in bytes. */
  maxBytes: number;
  /** Told what the installer says while it works, fit for a client. */
  onLine?: (text: string) => void;
  signal?: AbortSignal;
}

type Job = { lock: readonly string[] } | { install: string };

/**
 * Has pip or uv work in a process of its own, in the sandbox; see `runtimes/python/metarun_packages/job.py`.
 * Its methods reject with `dependency_error` saying why, in the installer's words, with `not_available` where
 * there is no installer, and with the signal's reason.
 */
export class PackageInstaller {
  constructor(private readonly options: InstallerOptions) {}

  /** Finds exact versions of everything that `requirements` (PEP 508) need: a lock. */
  async lock(requirements: readonly string[], job: JobOptions): Promise<string> {
    const { lock } = await this.run({ lock: requirements }, job);
    return textOf(lock);
  }

  /** Installs what a lock names, and nothing else, into the folder `site` of the job's folder; its size in bytes. */
  async install(lock: string, job: JobOptions): Promise<number> {
    const { bytes } = await this.run({ install: lock }, job);
    return typeof bytes === 'number' ? bytes : 0;
  }

  private async run(job: Job, { work, maxBytes, onLine, signal }: JobOptions): Promise<JsonObject> {
    const { python, guestDir, sandbox, index, uv, timeoutMs } = this.options;
    signal?.throwIfAborted();
    const guest = spawnGuest(
      sandbox.wrap(packagesGuest(python, guestDir, { work, uv, paths: index.paths, sandbox })),
    );
    const { urls, folders } = index;
    const asked = { ...job, index: { urls, folders }, uv: uv || null, max_bytes: maxBytes };
    guest.channel.write(`${JSON.stringify(asked)}\n`);
    const ending = new AbortController();
    const answer = new Promise<JsonObject>((resolve, reject) => {
      const splitter = new FrameSplitter();
      guest.channel.on('data', (chunk: Buffer) => {
        try {
          for (const line of splitter.push(chunk)) {
            const said = parse(line);
            if (said['type'] !== 'line') resolve(said);
            else onLine?.(index.cleaned(textOf(said['text'])));
          }
        } catch (error) {
          reject(error);
        }
      });
      guest.channel.once('close', () => reject(failure('The installer ended without an answer.')));
      const timer = setTimeout(
        () => reject(failure(`The installer took longer than ${timeoutMs / 1000} s.`)),
        timeoutMs,
      );
      ending.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
    });
    try {
      return this.checked(await answer);
    } finally {
      ending.abort();
      guest.kill();
      // Until then it may still write to the folder.
      await guest.exited;
    }
  }

  private checked(answer: JsonObject): JsonObject {
    const { type, message } = answer;
    if (type === 'missing')
      throw new MetarunError('not_available', `dependencies: ${NO_INSTALLER}.`);
    if (type === 'failed') throw failure(this.options.index.cleaned(textOf(message)));
    return answer;
  }
}

function parse(line: string): JsonObject {
  const said: Json = JSON.parse(line);
  return isJsonObject(said) ? said : {};
}

function failure(message: string): MetarunError {
  return new MetarunError('dependency_error', message);
}
