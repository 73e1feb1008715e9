import { MetarunError } from '../../../../base/kernel/errors.js';
import { type JsonObject, textOrEmpty } from '../../../../base/kernel/json.js';
import type { Interpreter } from '../interpreter.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { spawnGuest } from '../../sandbox/spawn-guest.js';
import { packagesGuest } from '../python-guests.js';
import { answerOfInstaller } from '../../packages/installer-answer.js';
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
  /** Absolute path of uv; '' for pip. */
  uv: string;
  /** Time without progress after which a job is aborted (ms). */
  timeoutMs: number;
}

type Job = { lock: readonly string[] } | { install: string };

/**
 * Runs pip or uv in a separate process in the sandbox; see `runtimes/python/metarun_packages/job.py`. The methods
 * reject with `dependency_error` and the installer's message, with `not_available` if there is no installer, with
 * `unavailable` if its process was killed or could not be started, and with the signal's reason.
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
    const start = () =>
      spawnGuest(
        sandbox.wrap(packagesGuest(python, guestDir, { work, uv, paths: index.paths, sandbox })),
      );
    const { urls, folders } = index;
    const asked = { ...job, index: { urls, folders }, uv: uv || null, max_bytes: maxBytes };
    const answer = await answerOfInstaller(start, asked, {
      index,
      timeoutMs,
      ...(onLine && { onLine }),
      ...(signal && { signal }),
    });
    if (answer['type'] === 'missing')
      throw new MetarunError('not_available', `dependencies: ${NO_INSTALLER}.`);
    return answer;
  }
}
