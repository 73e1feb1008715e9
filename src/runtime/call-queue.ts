import type { GuestFrame } from './protocol.js';

/** Calls of one run that the host works on at the same time: each may have an answer of one frame in memory. */
const MAX_CALLS_AT_WORK = 4;
/** Calls of one run that wait for something outside the host at the same time. */
const MAX_CALLS_WAITING = 64;

type CallFrame = Extract<GuestFrame, { type: 'call' }>;

/** Calls of one kind: so many at the same time, the others in the order in which they came. */
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

/** Answers a run's calls, a few at a time. Those that wait long without work for the host hold up no others. */
export class CallQueue {
  private readonly working = new Lane(MAX_CALLS_AT_WORK);
  private readonly waiting = new Lane(MAX_CALLS_WAITING);

  /**
   * `answer` resolves once its reply has left the host, and never rejects; it calls `parked` for one whose answer
   * may take for ever, which then no longer counts. `waits` tells which calls are the waiting ones. `onChange` is told when the queue may have become full, or no longer be.
   */
  constructor(
    private readonly answer: (call: CallFrame, parked: () => void) => Promise<void>,
    private readonly waits: (call: CallFrame) => boolean,
    private readonly onChange: () => void,
  ) {}

  /** A call has to wait for its turn: the guest is to be read no further. */
  get full(): boolean {
    return this.working.queue.length + this.waiting.queue.length > 0;
  }

  add(call: CallFrame): void {
    const lane = this.waits(call) ? this.waiting : this.working;
    lane.queue.push(call);
    this.begin(lane);
  }

  /** Forgets those that have not begun. */
  clear(): void {
    this.working.queue.length = 0;
    this.waiting.queue.length = 0;
  }

  private begin(lane: Lane): void {
    for (let call = lane.next(); call !== undefined; call = lane.next()) {
      let counted = true;
      const end = (): void => {
        if (!counted) return;
        counted = false;
        lane.ended();
        // Calls that are answered at once would keep the host from everything else.
        setImmediate(() => this.begin(lane));
      };
      void this.answer(call, end).then(end);
    }
    this.onChange();
  }
}
