import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import type { Journal } from '../../../workflow/steps/journal.js';

/** The place of a call in a run. */
export class CallPlace {
  private isParked = false;
  /** The means by which the steps of the call wait. */
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

  /** The means by which a question waits that is asked while a call is open: the run stays, since the call ends with it. */
  get openPending(): PendingCall {
    return { id: -1 - this.pending.id, expectLongWait: () => undefined };
  }

  /**
   * Resolves if the run goes on, and never once the run may be suspended at any time: a request that is made then might be cut
   * off, without an answer to whether it took effect. The next run makes it.
   */
  async holdIfParked(): Promise<void> {
    if (this.isParked) await new Promise(() => undefined);
  }
}
