import { failedWith } from '../../sandbox/runtime/run-handles.js';
import {
  type CheckOptions,
  type CheckResult,
  type RunHandle,
  type RunHost,
  type RunSpec,
  ScriptRuntime,
} from '../../sandbox/runtime/runtime.js';
import type { OnWait } from '../../sandbox/runtime/on-wait.js';

/** Maximum number of cached checks; each holds its script twice. */
const MAX_CHECKS = 100;

/** A runtime of commands that checks no script twice: tests define the same script in many projects. */
export class CachingRuntime extends ScriptRuntime {
  private readonly checks = new Map<string, Promise<CheckResult>>();

  private underWay = 0;

  constructor(
    private readonly runtime: ScriptRuntime,
    private readonly onWait: OnWait,
  ) {
    super();
  }

  override get language(): ScriptRuntime['language'] {
    return this.runtime.language;
  }

  override get problem(): string | null {
    return this.runtime.problem;
  }

  override warm(): Promise<void> {
    return this.runtime.warm();
  }

  override warmCheck(): Promise<void> {
    return this.runtime.warmCheck();
  }

  override check(
    source: string,
    project: string,
    options: CheckOptions = {},
  ): Promise<CheckResult> {
    const key = JSON.stringify([source, options]);
    const known = this.checks.get(key);
    if (known !== undefined) return known;
    const made = this.runtime.check(source, project, options);
    this.report(made);
    const [oldest] = this.checks.keys();
    if (this.checks.size >= MAX_CHECKS && oldest !== undefined) this.checks.delete(oldest);
    this.checks.set(key, made);
    // A package that could not be fetched now may be available next time.
    made.catch(() => this.checks.delete(key));
    return made;
  }

  /** A server retries a run that got no process. A command reports the reason at once. */
  override start(run: RunSpec, host: RunHost): RunHandle {
    const handle = this.runtime.start(run, host);
    return {
      outcome: handle.outcome.then((outcome) =>
        outcome.kind === 'not_started' ? failedWith('sandbox_error', outcome.reason) : outcome,
      ),
      usage: handle.usage,
    };
  }

  override close(): Promise<void> {
    return this.runtime.close();
  }

  /** Reports the progress of one check at a time: simultaneous checks wait for the same thing. */
  private report(check: Promise<CheckResult>): void {
    this.underWay += 1;
    if (this.underWay === 1) this.onWait('the check of the script', check);
    const end = (): void => void (this.underWay -= 1);
    check.then(end, end);
  }
}
