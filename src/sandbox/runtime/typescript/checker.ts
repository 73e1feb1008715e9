import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MetarunError } from '../../../base/kernel/errors.js';
import { FairSlots } from '../../../base/kernel/fair-slots.js';
import { typescriptTooLarge } from '../../../base/languages/script-size.js';
import type { CheckResult } from '../runtime.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import {
  type AbortReason,
  type Checked,
  type CheckedScript,
  CheckerProcess,
  failedCheck,
} from './checker-process.js';

/** Maximum number of processes; each takes 80 MB, and about 0.2 s to start. */
const MAX_PROCESSES = 3;
/** Duration of a check after which another process is started, so that the next project need not wait for it (ms). */
const SLOW_MS = 100;
/** Time after which unused processes are ended, except one (ms). */
const IDLE_MS = 60_000;
/** Size of the cache of aborted checks, in characters of their results. */
const MAX_ABORTED_CHARS = 16 * 1024 * 1024;
/** Reasons that may not be due to the script: the check is repeated once. */
const REPEATED: ReadonlySet<AbortReason> = new Set(['ended', 'lost', 'stuck']);
/** Maximum number of remembered projects whose last check has cost a process. */
const MAX_COSTLY_PROJECTS = 1_000;

/**
 * Compiles scripts in a few processes. Each project uses one at a time, and projects take turns, so that scripts
 * designed to take long delay only the project that sends them.
 */
export class ScriptChecker {
  private readonly slots = new FairSlots(MAX_PROCESSES);
  /** Idle processes, in the order of their start. */
  private readonly idle: CheckerProcess[] = [];
  private readonly processes = new Set<CheckerProcess>();
  private closed = false;
  private idleTimer: NodeJS.Timeout | null = null;
  /** Results by hash of the source: another check of the same text would take as long. */
  private readonly abortedChecks = new LRUCache<string, CheckResult>({
    maxSize: MAX_ABORTED_CHARS,
    sizeCalculation: (result) => JSON.stringify(result).length,
  });
  private readonly costly = new LRUCache<string, true>({ max: MAX_COSTLY_PROJECTS });

  constructor(
    private readonly command: GuestCommand,
    private readonly onWarning: (message: string) => void,
  ) {}

  async check(script: CheckedScript, project: string): Promise<CheckResult> {
    const { source, engine, isSnippet } = script;
    const tooLarge = typescriptTooLarge(source);
    if (tooLarge !== null) return failedCheck(tooLarge);
    const hash = createHash('sha256')
      .update(`${engine} ${isSnippet}\n`)
      .update(source)
      .digest('base64');
    const known = this.abortedChecks.get(hash);
    if (known !== undefined) return known;
    return this.slots.run(
      project,
      // A check that waited behind the same text gets the same result.
      async () => this.abortedChecks.get(hash) ?? this.checked(script, hash, project),
    );
  }

  /** Starts a process ahead of the first check, unless one exists. */
  warm(): void {
    if (this.processes.size === 0) this.startAhead();
  }

  close(): void {
    this.closed = true;
    for (const process of this.processes) process.kill();
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
  }

  private async checked(
    script: CheckedScript,
    hash: string,
    project: string,
    again = true,
  ): Promise<CheckResult> {
    const process = this.take(project);
    const { result, aborted, why } = await this.checkedBy(process, script);
    if (why !== null) this.onWarning(`The TypeScript checker was replaced (${aborted}): ${why}`);
    // The other reasons depend on the machine.
    if (result !== null && (aborted === 'cpu' || aborted === 'memory'))
      this.abortedChecks.set(hash, result);
    if (process.usable) this.costly.delete(project);
    else this.costly.set(project, true);
    this.release(process);
    // The process may have been ended from outside.
    if (aborted !== null && REPEATED.has(aborted) && again && !this.closed)
      return this.checked(script, hash, project, false);
    if (result === null) throw unavailable();
    return result;
  }

  private async checkedBy(process: CheckerProcess, script: CheckedScript): Promise<Checked> {
    const slow = setInterval(() => {
      if (process.isReady && this.idle.length === 0) this.startAhead();
    }, SLOW_MS);
    try {
      return await process.check(script);
    } finally {
      clearInterval(slow);
    }
  }

  /**
   * Returns a process. A project whose last check has cost a process gets the youngest one, or waits for a new one.
   * Throws `unavailable`.
   */
  private take(project: string): CheckerProcess {
    for (;;) {
      const idle = this.costly.has(project) ? this.idle.pop() : this.idle.shift();
      if (idle === undefined) return this.start();
      if (idle.usable) return idle;
      this.processes.delete(idle);
    }
  }

  private release(process: CheckerProcess): void {
    if (process.usable) {
      this.idle.push(process);
      this.idle.sort((one, other) => one.startedAt - other.startedAt);
    } else {
      this.processes.delete(process);
      this.startAhead();
    }
    this.idleTimer ??= setTimeout(() => this.endIdle(), IDLE_MS).unref();
  }

  private start(): CheckerProcess {
    try {
      const process = new CheckerProcess(this.command);
      this.processes.add(process);
      return process;
    } catch (error) {
      this.onWarning(`failed to start the TypeScript checker: ${String(error)}`);
      throw unavailable(error);
    }
  }

  private startAhead(): void {
    if (this.closed || this.processes.size >= MAX_PROCESSES) return;
    try {
      this.release(this.start());
    } catch {
      // The next check will report the error.
    }
  }

  private endIdle(): void {
    this.idleTimer = null;
    const [, ...surplus] = this.idle;
    for (const process of surplus) {
      process.kill();
      this.processes.delete(process);
    }
    this.idle.splice(1);
    if (this.processes.size > 1) this.idleTimer = setTimeout(() => this.endIdle(), IDLE_MS).unref();
  }
}

function unavailable(cause?: unknown): MetarunError {
  return new MetarunError('unavailable', 'Scripts cannot be checked at the moment; try again.', {
    cause,
    retryAfterSeconds: 1,
  });
}
