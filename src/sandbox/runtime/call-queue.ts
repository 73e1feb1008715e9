import type { GuestFrame } from './protocol.js';

/**
 * Maximum number of calls of one run that the host handles at the same time: each may have an answer of one frame in
 * memory.
 */
const MAX_ACTIVE_CALLS = 4;
/** Maximum number of calls of one run that wait for something outside the host at the same time. */
const MAX_WAITING_CALLS = 64;

type CallFrame = Extract<GuestFrame, { type: 'call' }>;

/** Calls of one kind: a limited number runs at the same time, the others wait in order of arrival. */
class Lane {
  readonly queue: CallFrame[] = [];
  private begun = 0;

  constructor(private readonly capacity: number) {}

  next(): CallFrame | undefined {
    const call = this.begun < this.capacity ? this.queue.shift() : undefined;
    if (call !== undefined) this.begun += 1;
    return call;
  }

  ended(): void {
    this.begun -= 1;
  }
}

/** Answers a run's calls, a few at a time. Calls in a long wait do not delay others. */
export class CallQueue {
  private readonly active = new Lane(MAX_ACTIVE_CALLS);
  private readonly waiting = new Lane(MAX_WAITING_CALLS);

  /**
   * `answer` resolves once its reply has left the host, and never rejects. It calls `onLongWait` if its answer may take
   * arbitrarily long; the call then no longer counts. `waits` returns whether a call is of the waiting kind. `onChange`
   * is called when the queue may have become full or may no longer be full.
   */
  constructor(
    private readonly answer: (call: CallFrame, onLongWait: () => void) => Promise<void>,
    private readonly waits: (call: CallFrame) => boolean,
    private readonly onChange: () => void,
  ) {}

  /** True if a call has to wait; nothing more is then read from the guest. */
  get full(): boolean {
    return this.active.queue.length + this.waiting.queue.length > 0;
  }

  add(call: CallFrame): void {
    const lane = this.waits(call) ? this.waiting : this.active;
    lane.queue.push(call);
    this.begin(lane);
  }

  /** Drops calls that have not started. */
  clear(): void {
    this.active.queue.length = 0;
    this.waiting.queue.length = 0;
  }

  private begin(lane: Lane): void {
    for (let call = lane.next(); call !== undefined; call = lane.next()) {
      let counted = true;
      const end = (): void => {
        if (!counted) return;
        counted = false;
        lane.ended();
        // Calls that are answered at once would otherwise starve all other work of the host.
        setImmediate(() => this.begin(lane));
      };
      void this.answer(call, end).then(end);
    }
    this.onChange();
  }
}
