import { MetarunError } from '../../../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../../base/kernel/json.js';
import { FrameSplitter } from '../../frames.js';
import type { Interpreter } from '../interpreter.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { spawnGuest } from '../../sandbox/spawn-guest.js';
import { textOrEmpty } from '../control-messages.js';
import { packagesGuest } from '../guests.js';
import type { Installer, JobOptions } from '../../packages/installer.js';
import type { PackageIndex } from '../../packages/package-index.js';

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
  /** Time limit of a job. */
  timeoutMs: number;
}

type Job = { lock: readonly string[] } | { install: string };

/**
 * Runs pip or uv in a separate process, in the sandbox; see `runtimes/python/metarun_packages/job.py`. The methods reject
 * with `dependency_error` and the reason in the installer's words, with `not_available` if there is no installer, and with
 * the signal's reason.
 */
export class PackageInstaller implements Installer {
  constructor(private readonly options: InstallerOptions) {}

  /** Resolves `requirements` (PEP 508) to a lock: exact versions of all packages that they need. */
  async lock(requirements: readonly string[], job: JobOptions): Promise<string> {
    const { lock } = await this.run({ lock: requirements }, job);
    return textOrEmpty(lock);
  }

  /** Installs exactly the packages of a lock into the folder `site` of the job's folder. Returns its size in bytes. */
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
            else onLine?.(index.cleaned(textOrEmpty(said['text'])));
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
      // Until the process has ended it may still write to the folder.
      await guest.exited;
    }
  }

  private checked(answer: JsonObject): JsonObject {
    const { type, message } = answer;
    if (type === 'missing')
      throw new MetarunError('not_available', `dependencies: ${NO_INSTALLER}.`);
    if (type === 'failed') throw failure(this.options.index.cleaned(textOrEmpty(message)));
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
