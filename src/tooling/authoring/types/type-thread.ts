import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SHARE_ENV } from 'node:worker_threads';
import { dirname, join } from 'node:path';
import { guestDir } from '../../../base/config/paths.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import { JobFailed, JobThread } from '../../../base/threads/job-thread.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { findRepositoryRoot } from '../author-path.js';
import type { ScriptEngine } from '../../../sandbox/runtime/protocol.js';
import type { TypeFindings, TypeJob } from './type-job.js';

/** Checks the types of scripts in a thread that starts on demand and keeps what it has read. */
export class TypeThread {
  private readonly thread = new JobThread<TypeJob, TypeFindings>('type-check.worker.js', {
    // The compiler is cached where the user's settings say.
    env: SHARE_ENV,
  });

  /** Starts the slowest part of the first check ahead. */
  warm(): void {
    this.thread.warm();
  }

  /**
   * `script`: absolute path of a TypeScript file. `engine`: the engine that runs it. Throws GuidedError if the compiler
   * itself fails.
   */
  async check(script: string, engine: ScriptEngine): Promise<TypeFindings> {
    const nodeTypes = engine === 'node' ? typesOfNode(script) : null;
    const job = { script, tsconfig: findTsconfig(script), modules: ownModules(), nodeTypes };
    try {
      return await this.thread.run(job);
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error;
      throw new GuidedError(`The types cannot be checked: ${error.message}`, {
        code: 'check_failed',
        docs: 'check.md',
      });
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}

/** Returns the modules of this package that scripts may import, whether or not it is installed in their folder. */
function ownModules(): Record<string, string> {
  return { 'metarun/workflow': join(guestDir('typescript'), 'types/workflow.d.ts') };
}

/** Returns the folder with the types of Node: the author's, or that of this package; null without either. */
function typesOfNode(script: string): string | null {
  for (const from of [script, packagePath('package.json')])
    try {
      return dirname(dirname(createRequire(from).resolve('@types/node/package.json')));
    } catch {
      // The other folder may have them.
    }
  return null;
}

/** Returns the nearest tsconfig.json, up to the root of the repository. */
function findTsconfig(script: string): string | null {
  const root = findRepositoryRoot(dirname(script));
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    const file = join(folder, 'tsconfig.json');
    if (existsSync(file)) return file;
    if (folder === root || folder === dirname(folder)) return null;
  }
}
