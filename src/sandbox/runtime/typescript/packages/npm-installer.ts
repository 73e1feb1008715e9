import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MetarunError } from '../../../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../../base/kernel/json.js';
import { FrameSplitter } from '../../frames.js';
import type { Installer, JobOptions } from '../../packages/installer.js';
import { PackageIndex } from '../../packages/package-index.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { spawnGuest } from '../../sandbox/spawn-guest.js';
import { installerGuest } from '../guests.js';

export interface NpmInstallerOptions {
  node: string;
  /** Absolute path of the built guest code, `dist/runtimes/typescript`. */
  guestDir: string;
  sandbox: Sandbox;
  /** The value of METARUN_NPM_REGISTRY_URL; '' for the registry that npm uses here. */
  registry: string;
  /** Time limit of an installation. */
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
    const guest = spawnGuest(sandbox.wrap(installerGuest(node, guestDir, work, sandbox)));
    const packages: Json = JSON.parse(lock);
    const job = { packages, registry, max_bytes: maxBytes };
    guest.channel.write(`${JSON.stringify(job)}\n`);
    const ending = new AbortController();
    const answer = new Promise<JsonObject>((resolve, reject) => {
      const splitter = new FrameSplitter();
      guest.channel.on('data', (chunk: Buffer) => {
        try {
          for (const line of splitter.push(chunk)) {
            const said: Json = JSON.parse(line);
            if (!isJsonObject(said)) continue;
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
      const { type, message, bytes } = await answer;
      if (type !== 'installed') throw failure(index.cleaned(textOrEmpty(message)));
      return typeof bytes === 'number' ? bytes : 0;
    } finally {
      ending.abort();
      guest.kill();
      // Until the process has ended it may still write to the folder.
      await guest.exited;
    }
  }
}

/** Returns the URL of a registry, with a slash at its end: of the setting, else of npm's own configuration. */
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

function textOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function failure(message: string): MetarunError {
  return new MetarunError('dependency_error', message);
}
