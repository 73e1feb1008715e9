import { canonical } from '../../../base/kernel/canonical.js';
import type { Json } from '../../../base/kernel/json.js';

const WARNED = 3;
const ENDED = 10;

/** Counts consecutive calls with the same arguments. */
export class Repeats {
  private last = '';
  private count = 0;

  /** Returns how to treat a call: `warn` warns the model, `end` ends the task. */
  meet(tool: string, input: Json): 'ok' | 'warn' | 'end' {
    const key = `${tool} ${canonical(input)}`;
    this.count = key === this.last ? this.count + 1 : 1;
    this.last = key;
    if (this.count >= ENDED) return 'end';
    return this.count >= WARNED ? 'warn' : 'ok';
  }

  forget(): void {
    this.last = '';
    this.count = 0;
  }

  get times(): number {
    return this.count;
  }
}
