import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MetarunError } from '../../../../base/kernel/errors.js';
import type { Json } from '../../../../base/kernel/json.js';
import { answerOfInstaller } from '../../packages/installer-answer.js';
import type { Installer, JobOptions } from '../../packages/installer.js';
import { PackageIndex } from '../../packages/package-index.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { spawnGuest } from '../../sandbox/spawn-guest.js';
import { installerGuest } from '../typescript-guests.js';

export interface NpmInstallerOptions {
  node: string;
  /** Absolute path of the built guest code, `dist/runtimes/typescript`. */
  guestDir: string;
  sandbox: Sandbox;
  /** The value of METARUN_NPM_REGISTRY_URL; '' for npm's configured registry. */
  registry: string;
  /** Time without progress after which an installation is aborted (ms). */
  timeoutMs: number;
}

/** Unpacks npm packages in a separate process, in the sandbox; see `runtimes/typescript/packages.ts`. */
export class NpmInstaller implements Installer {
  private registry: Promise<string> | null = null;

  constructor(private readonly options: NpmInstallerOptions) {}

  async install(lock: string, { work, maxBytes, onLine, signal }: JobOptions): Promise<number> {
    signal?.throwIfAborted();
    const { node, guestDir, sandbox, timeoutMs } = this.options;
    this.registry ??= registryUrl(this.options.registry);
    const registry = await this.registry;
    const index = new PackageIndex(registry);
    const start = () => spawnGuest(sandbox.wrap(installerGuest(node, guestDir, work, sandbox)));
    const packages: Json = JSON.parse(lock);
    const job = { packages, registry, max_bytes: maxBytes };
    const { type, bytes } = await answerOfInstaller(start, job, {
      index,
      timeoutMs,
      ...(onLine && { onLine }),
      ...(signal && { signal }),
    });
    if (type !== 'installed') throw failure('The installer gave an answer that is not known.');
    return typeof bytes === 'number' ? bytes : 0;
  }
}

/** Returns the URL of the registry, with a trailing slash: the setting, or npm's own configuration. */
async function registryUrl(setting: string): Promise<string> {
  const url = setting || (await registryOfNpm());
  return url.endsWith('/') ? url : `${url}/`;
}

async function registryOfNpm(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry']);
    return new URL(stdout.trim()).href;
  } catch {
    throw failure('This server has no npm that names a registry. Set METARUN_NPM_REGISTRY_URL.');
  }
}

function failure(message: string): MetarunError {
  return new MetarunError('dependency_error', message);
}
