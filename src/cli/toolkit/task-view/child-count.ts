import { isFinished } from '../../../workflow/engine/state/task-status.js';

/** As many children are shown one by one; more are a fan-out, which is counted. */
const MOST_NAMED = 5;
/** Number of failures of a fan-out that are shown with their reasons. */
const MOST_FAILURES = 3;
/** Number of warnings and errors in the logs of a fan-out that are shown. */
const MOST_LOGGED = 5;

/** The children of one task: how many there are, and how many have ended. */
export class ChildCount {
  private readonly statuses = new Map<string, string>();
  private ended = 0;
  private failed = 0;
  private reported = 0;
  private logged = 0;

  /** `id`: of the child, or of the step that waits for it. */
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

  /** True while any has not ended. */
  get isOpen(): boolean {
    return this.ended < this.total;
  }

  get isFanOut(): boolean {
    return this.total > MOST_NAMED;
  }

  /** Returns whether a child that has come to this status is worth a line of its own. */
  isNamed(status: string): boolean {
    if (!isFinished(status)) return false;
    return !this.isFanOut || (status === 'failed' && this.failed <= MOST_FAILURES);
  }

  /** Returns whether a log line of a child is shown: of a fan-out only the first warnings and errors. */
  isLogged(level: string): boolean {
    if (!this.isFanOut) return true;
    if (level !== 'warning' && level !== 'error') return false;
    this.logged += 1;
    return this.logged <= MOST_LOGGED;
  }

  /**
   * Returns the count where it is to be written as a line that stays, else null: each time that twice as many have
   * ended, so that lines stay few whatever the number of children, and with `last` where any is missing.
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
