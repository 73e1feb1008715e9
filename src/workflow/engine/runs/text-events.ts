import type { JsonObject } from '../../../base/kernel/json.js';
import type { RunText } from './task-executor.js';

/** Longest time for which text stays unwritten, in ms: text within it becomes one event. */
const COALESCE_MS = 100;
/** Maximum length of one event, in characters. */
const MAX_LENGTH = 4_096;
/** Maximum number of text events per task. */
export const MAX_TEXT_EVENTS = 5_000;

/** Merges the many pieces of text that a run writes into few events, at most {@link MAX_TEXT_EVENTS}. */
export class TextEvents {
  private pending: RunText | null = null;
  private timer: NodeJS.Timeout | null = null;

  /**
   * `count`: number of events of earlier runs of the task. `emit` receives the data of an event; `passed` is called
   * once, when the maximum is reached.
   */
  constructor(
    private count: number,
    private readonly emit: (data: JsonObject) => void,
    private readonly passed: () => void,
  ) {}

  add(text: RunText): void {
    const { pending } = this;
    const goesOn =
      pending !== null &&
      text.reset !== true &&
      pending.stepId === text.stepId &&
      pending.kind === text.kind;
    if (goesOn) this.pending = { ...pending, text: pending.text + text.text };
    else {
      this.flush();
      this.pending = text;
    }
    this.cutLong();
    if (this.pending !== null) this.timer ??= setTimeout(() => this.flush(), COALESCE_MS);
  }

  /** Emits what is left, so that what is reported next comes after it. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { pending } = this;
    this.pending = null;
    if (pending !== null) this.one(pending);
  }

  private cutLong(): void {
    for (let all = this.pending; all !== null && all.text.length > MAX_LENGTH; all = this.pending) {
      const length = cutAt(all.text);
      this.one({ ...all, text: all.text.slice(0, length) });
      const { stepId, kind } = all;
      this.pending = { stepId, kind, text: all.text.slice(length) };
    }
  }

  private one({ stepId, kind, text, reset }: RunText): void {
    if (this.count > MAX_TEXT_EVENTS) return;
    this.count += 1;
    if (this.count > MAX_TEXT_EVENTS) this.passed();
    else this.emit({ step_id: stepId, kind, text, ...(reset === true && { reset }) });
  }
}

/** Returns where a text is cut: not within a surrogate pair. */
function cutAt(text: string): number {
  const last = text.charCodeAt(MAX_LENGTH - 1);
  return last >= 0xd800 && last <= 0xdbff ? MAX_LENGTH - 1 : MAX_LENGTH;
}
