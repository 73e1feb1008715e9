import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SHARE_ENV } from 'node:worker_threads';
import { dirname, join } from 'node:path';
import { guestDir } from '../../../base/config/paths.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import { JobFailed, JobThread } from '../../../base/threads/job-thread.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { repositoryOf } from '../author-path.js';
import type { ScriptEngine } from '../../../sandbox/runtime/protocol.js';
import type { TypeFindings, TypeJob } from './type-job.js';

/** Checks the types of scripts, in a thread that starts at the first need and keeps what it has read. */
export class TypeThread {
  private readonly thread = new JobThread<TypeJob, TypeFindings>('type-check.worker.js', {
    // The compiler is kept compiled where the settings of the user say.
    env: SHARE_ENV,
  });

  /** Begins what takes most of the first check, so that it is done when that comes. */
  warm(): void {
    this.thread.warm();
  }

  /** `script`: absolute path of a TypeScript file. `engine`: what it runs on. Throws GuidedError where the compiler fails itself. */
  async check(script: string, engine: ScriptEngine): Promise<TypeFindings> {
    const nodeTypes = engine === 'node' ? typesOfNode(script) : null;
    const job = { script, tsconfig: tsconfigOf(script), modules: ownModules(), nodeTypes };
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

/** Returns what scripts may import from this package, whether or not it is installed in their folder. */
function ownModules(): Record<string, string> {
  return { 'metarun/workflow': join(guestDir('typescript'), 'types/workflow.d.ts') };
}

/** Returns the folder that has the types of Node: the author's, or those of this package; null where neither has them. */
function typesOfNode(script: string): string | null {
  for (const from of [script, packagePath('package.json')])
    try {
      return dirname(dirname(createRequire(from).resolve('@types/node/package.json')));
    } catch {
      // The other may have them.
    }
  return null;
}

/** The nearest tsconfig.json, up to the root of the repository. */
function tsconfigOf(script: string): string | null {
  const root = repositoryOf(dirname(script));
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    const file = join(folder, 'tsconfig.json');
    if (existsSync(file)) return file;
    if (folder === root || folder === dirname(folder)) return null;
  }
}
