import type { Json } from '../../base/kernel/json.js';
import type { PendingCall, RunHost } from '../../sandbox/runtime/runtime.js';

/** Calls a capability as a script does. */
export type CallCapability = (method: string, args: Json) => Promise<Json>;

/** The means of an operation. */
export interface Operation {
  call: CallCapability;
  /** Does something that may call `expectLongWait`. */
  readonly waits: <T>(work: (pending: PendingCall) => Promise<T>) => Promise<T>;
}

/**
 * The work that a run has begun and not ended: a limited number at the same time, the others in their order. Operations in a
 * long wait hold up no others; when there is nothing else, the run can be suspended.
 */
export class Operations {
  private nextId = 0;
  private begun = 0;
  private readonly parked = new Set<number>();
  private readonly queue: (() => void)[] = [];

  /** `onlyWaits` gets the ids of the pending calls that all of the run waits for. */
  constructor(
    /** Operations at the same time that are in no long wait. */
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
    // What has been answered by now goes on first.
    setImmediate(() => {
      if (this.begun > 0 && this.begun === this.parked.size && this.queue.length === 0)
        this.onlyWaits([...this.parked]);
    });
  }
}
