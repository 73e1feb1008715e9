import type { CancelReason } from '../../sandbox/runtime/protocol.js';
import type { RunHandle, RunImage, RunOutcome, RunUsage } from '../../sandbox/runtime/runtime.js';
import { messageOf } from '../../base/kernel/errors.js';

/** A run on an image, which may have to be fetched first: its deadline counts from when it is there. */
export class ImageRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private readonly cancelled = new AbortController();
  private begun: RunHandle | null = null;

  /** `fetch`: rejects with an Error that says why the run cannot have it. */
  constructor(
    fetch: (signal: AbortSignal) => Promise<RunImage>,
    begin: (image: RunImage) => RunHandle,
  ) {
    this.outcome = this.execute(fetch, begin);
    this.usage = this.outcome.then(() => this.begun?.usage ?? null);
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.begun !== null) this.begun.cancel(reason, graceMs);
    else this.cancelled.abort();
  }

  private async execute(
    fetch: (signal: AbortSignal) => Promise<RunImage>,
    begin: (image: RunImage) => RunHandle,
  ): Promise<RunOutcome> {
    const { signal } = this.cancelled;
    try {
      const image = await fetch(signal);
      signal.throwIfAborted();
      this.begun = begin(image);
    } catch (error) {
      if (signal.aborted) return failed('cancelled', 'The run was cancelled before it began.');
      return failed('sandbox_error', messageOf(error));
    }
    return this.begun.outcome;
  }
}

function failed(code: 'cancelled' | 'sandbox_error', message: string): RunOutcome {
  return { kind: 'failed', code, message, stack: null };
}
