import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { guestDir } from '../../../base/config/paths.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { repositoryOf } from '../author-path.js';
import type { ScriptEngine } from '../../../sandbox/runtime/runtime.js';
import type { TypeAnswer, TypeFindings, TypeJob } from './type-job.js';

/** Checks the types of scripts, in a thread that starts at the first need and keeps what it has read. */
export class TypeThread {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, (answer: TypeAnswer) => void>();
  private lastId = 0;
  private closing = false;

  /** Begins what takes most of the first check, so that it is done when that comes. */
  warm(): void {
    this.worker ??= this.start();
  }

  /** `script`: absolute path of a TypeScript file. `engine`: what it runs on. Throws GuidedError where the compiler fails itself. */
  async check(script: string, engine: ScriptEngine): Promise<TypeFindings> {
    const worker = (this.worker ??= this.start());
    const id = (this.lastId += 1);
    const nodeTypes = engine === 'node' ? typesOfNode(script) : null;
    const tsconfig = tsconfigOf(script);
    const job: TypeJob = { id, script, tsconfig, modules: ownModules(), nodeTypes };
    const answer = await new Promise<TypeAnswer>((resolve) => {
      this.waiting.set(id, resolve);
      worker.ref();
      worker.postMessage(job);
    });
    if ('findings' in answer) return answer.findings;
    throw new GuidedError(`The types cannot be checked: ${answer.failed}`, {
      code: 'check_failed',
      docs: 'check.md',
    });
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.worker?.terminate();
    this.end('it was given up');
  }

  private start(): Worker {
    const worker = new Worker(packagePath('dist/server/type-check.worker.js'));
    worker.on('message', (answer: TypeAnswer) => {
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
      // The process has to last until a thread that is being ended has ended.
      if (this.waiting.size === 0 && !this.closing) worker.unref();
    });
    worker.on('error', (error) => this.end(String(error)));
    // A command ends when it waits for nothing any more, and not when this thread does.
    worker.unref();
    return worker;
  }

  private end(failed: string): void {
    this.worker = null;
    for (const [id, resolve] of this.waiting) resolve({ id, failed });
    this.waiting.clear();
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
