import type { CancelReason } from '../../../sandbox/runtime/protocol.js';
import type {
  RunHandle,
  RunImage,
  RunOutcome,
  RunUsage,
} from '../../../sandbox/runtime/runtime.js';
import { messageOf } from '../../../base/kernel/errors.js';

/** Text in the message of a run whose image no longer existed. */
const GONE = 'image_gone';

/** Fetches the image of a run, and starts the run on it. */
interface ImageSource {
  /** Rejects with an Error that says why the run cannot have it. */
  fetch: (signal: AbortSignal) => Promise<RunImage>;
  begin: (image: RunImage) => RunHandle;
  /** Called if the image no longer existed. */
  forget: (pinned: string) => void;
}

/** A run on an image, which may have to be fetched first: its deadline counts from then on. */
export class ImageRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private readonly cancelled = new AbortController();
  private begun: RunHandle | null = null;

  constructor(private readonly source: ImageSource) {
    this.outcome = this.execute();
    this.usage = this.outcome.then(() => this.begun?.usage ?? null);
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.begun !== null) this.begun.cancel(reason, graceMs);
    else this.cancelled.abort();
  }

  private async execute(): Promise<RunOutcome> {
    const { fetch, begin, forget } = this.source;
    const { signal } = this.cancelled;
    let image: RunImage;
    try {
      image = await fetch(signal);
      signal.throwIfAborted();
      this.begun = begin(image);
    } catch (error) {
      if (signal.aborted) return failed('cancelled', 'The run was cancelled before it began.');
      return failed('sandbox_error', messageOf(error));
    }
    const outcome = await this.begun.outcome;
    // The image was removed by hand since: the next attempt fetches it.
    if (outcome.kind === 'failed' && outcome.message.includes(GONE)) forget(image.pinned);
    return outcome;
  }
}

function failed(code: 'cancelled' | 'sandbox_error', message: string): RunOutcome {
  return { kind: 'failed', code, message, stack: null };
}
