import { isFinished } from '../../../workflow/engine/state/task-status.js';

/** Maximum number of children shown one by one. More children are a fan-out and are counted. */
const MOST_NAMED = 5;
/** Maximum number of failures of a fan-out shown with their reasons. */
const MOST_FAILURES = 3;
/** Maximum number of warnings and errors shown from the logs of a fan-out. */
const MOST_LOGGED = 5;

/** Counts the children of a task and those that have ended. */
export class ChildCount {
  private readonly statuses = new Map<string, string>();
  private ended = 0;
  private failed = 0;
  private reported = 0;
  private logged = 0;

  /** `id` identifies the child or the step that waits for it. */
  set(id: string, status: string): void {
    const before = this.statuses.get(id) ?? '';
    if (isFinished(before)) return;
    this.statuses.set(id, status);
    if (isFinished(status)) this.ended += 1;
    if (status === 'failed') this.failed += 1;
  }

  get total(): number {
    return this.statuses.size;
  }

  /** True while any child has not ended. */
  get isOpen(): boolean {
    return this.ended < this.total;
  }

  get isFanOut(): boolean {
    return this.total > MOST_NAMED;
  }

  /** Returns whether a child with this status gets its own line. */
  isNamed(status: string): boolean {
    if (!isFinished(status)) return false;
    return !this.isFanOut || (status === 'failed' && this.failed <= MOST_FAILURES);
  }

  /** Returns whether a child's log line is shown. For a fan-out, only the first warnings and errors are. */
  isLogged(level: string): boolean {
    if (!this.isFanOut) return true;
    if (level !== 'warning' && level !== 'error') return false;
    this.logged += 1;
    return this.logged <= MOST_LOGGED;
  }

  /**
   * Returns the count when it should be written as a permanent line, else null. This happens each time the number of
   * ended children has doubled, so that lines stay few, and with `last` if the final count was not written.
   */
  due(last = false): string | null {
    const next = last ? this.reported + 1 : Math.max(1, this.reported * 2);
    if (!this.isFanOut || this.ended < next) return null;
    this.reported = this.ended;
    return this.text;
  }

  get text(): string {
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`;
    return `children ${this.ended}/${this.total}${failed}`;
  }
}
