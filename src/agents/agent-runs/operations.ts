import type { Json } from '../../base/kernel/json.js';
import type { PendingCall, RunHost } from '../../sandbox/runtime/runtime.js';

/** Calls a capability on behalf of the run, like a script. */
export type CallCapability = (method: string, args: Json) => Promise<Json>;

/** Context of an operation. */
export interface Operation {
  call: CallCapability;
  /** Runs work that may call `expectLongWait`. */
  readonly waits: <T>(work: (pending: PendingCall) => Promise<T>) => Promise<T>;
}

/**
 * Open operations of a run: a limited number run concurrently, the others wait in order. Operations in a long wait do
 * not count; if there are no others, the run can be suspended.
 */
export class Operations {
  private nextId = 0;
  private begun = 0;
  private readonly parked = new Set<number>();
  private readonly queue: (() => void)[] = [];

  /** `onlyWaits` receives the ids of the pending calls if the whole run waits only for them. */
  constructor(
    /** Maximum number of concurrent operations that are not in a long wait. */
    public most: number,
    private readonly host: RunHost,
    private readonly onlyWaits: (calls: number[]) => void,
  ) {}

  async run<T>(work: (operation: Operation) => Promise<T>): Promise<T> {
    if (this.begun - this.parked.size >= this.most)
      await new Promise<void>((resolve) => this.queue.push(resolve));
    this.begun += 1;
    const waits: Operation['waits'] = (wait) => this.pending(wait);
    const call: CallCapability = (method, args) =>
      waits((pending) => this.host.call(method, args, pending));
    try {
      return await work({ call, waits });
    } finally {
      this.begun -= 1;
      this.changed();
    }
  }

  private async pending<T>(work: (pending: PendingCall) => Promise<T>): Promise<T> {
    const id = this.nextId;
    this.nextId += 1;
    const expectLongWait = (): void => {
      this.parked.add(id);
      this.changed();
    };
    try {
      return await work({ id, expectLongWait });
    } finally {
      this.parked.delete(id);
    }
  }

  private changed(): void {
    if (this.begun - this.parked.size < this.most) this.queue.shift()?.();
    // Deferred, so that operations with an answer continue first.
    setImmediate(() => {
      if (this.begun > 0 && this.begun === this.parked.size && this.queue.length === 0)
        this.onlyWaits([...this.parked]);
    });
  }
}
