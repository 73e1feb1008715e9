import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import type { Journal } from '../../../workflow/steps/journal.js';

/** The position of a call in a run. */
export class CallPlace {
  private isParked = false;
  /** Suspension of the call's steps. */
  readonly pending: PendingCall;

  constructor(
    readonly context: CapabilityContext,
    readonly journal: Journal,
    call: PendingCall,
  ) {
    const { id, at } = call;
    this.pending = {
      id,
      ...(at !== undefined && { at }),
      expectLongWait: () => {
        this.isParked = true;
        call.expectLongWait();
      },
    };
  }

  /** Suspension of a question asked during an open call: the run is not suspended, since that would end the call. */
  get openPending(): PendingCall {
    return { id: -1 - this.pending.id, expectLongWait: () => undefined };
  }

  /**
   * Resolves if the run continues, and never once it may be suspended at any time: a request made then might be
   * aborted with an unknown outcome. The next run makes it.
   */
  async holdIfParked(): Promise<void> {
    if (this.isParked) await new Promise(() => undefined);
  }
}
