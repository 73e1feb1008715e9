import { isJsonObject } from '../../base/kernel/json.js';
import { buildStepKey, type StepRecord } from './step.js';

/** A difference between the step of a replay and its record. */
export interface Mismatch {
  recorded: StepRecord;
}

/** Kinds whose failures are answers rather than the reason of a failed attempt. */
const KEPT = ['approval', 'tool'];
/** Kinds of calls that may have happened before they were cut off. */
export const MADE_ONCE: readonly string[] = ['tool', 'mcp'];

/**
 * The records of a task's steps, as a new run of its script meets them. Consecutive steps must come in the recorded
 * order. From the first overlapping steps on, whose order depends on timing, records are found by name alone.
 */
export class Replay {
  private readonly byKey = new Map<string, StepRecord>();
  private readonly used = new Set<StepRecord>();
  private first = 0;
  readonly nextPosition: number;

  /**
   * `records` are sorted by position. With `isNewAttempt`, the run repeats the step at which the last attempt failed. A
   * person's decision is kept.
   */
  constructor(
    private readonly records: StepRecord[],
    isNewAttempt: boolean,
  ) {
    this.records = records.flatMap((record) => {
      if (record.status !== 'cancelled') return [record];
      // A child of a cancelled task keeps its place among those that have ended, and is created again.
      if (record.kind === 'task') return [{ ...record, status: 'new' }];
      // A call of a tool may have happened before it was cut off.
      return MADE_ONCE.includes(record.kind) ? [{ ...record, status: 'running' }] : [];
    });
    if (isNewAttempt) this.repeat();
    for (const record of this.records)
      this.byKey.set(buildStepKey(record.kind, record.name, record.occurrence), record);
    this.nextPosition = (this.records.at(-1)?.position ?? -1) + 1;
  }

  /** True while there are records that the run has not reached. */
  get goesOn(): boolean {
    return this.used.size < this.records.length;
  }

  /** True if all recorded steps came one after the other. */
  get ordered(): boolean {
    return this.records.every((record) => record.ordered);
  }

  /** Returns the record of a step; null without one. */
  meet(kind: string, name: string, occurrence: number): StepRecord | Mismatch | null {
    const found = this.byKey.get(buildStepKey(kind, name, occurrence)) ?? null;
    const expected = this.expected();
    if (expected?.ordered && expected !== found) return { recorded: expected };
    if (found !== null) this.used.add(found);
    return found;
  }

  /** Resets the records at which the last attempt failed: its last step, or the failed children at its end. */
  private repeat(): void {
    const last = this.records.findLastIndex(({ kind }) => kind !== 'task');
    for (const [index, record] of this.records.entries())
      if (index > last && record.status === 'failed')
        this.records[index] = { ...record, status: 'new' };
    while (isRepeated(this.records.at(-1))) this.records.pop();
  }

  private expected(): StepRecord | undefined {
    for (;;) {
      const record = this.records[this.first];
      if (record === undefined || !this.used.has(record)) return record;
      this.first += 1;
    }
  }
}

function isRepeated(record: StepRecord | undefined): boolean {
  if (record?.status !== 'failed' || KEPT.includes(record.kind)) return false;
  return record.kind !== 'mcp' || mayBeRepeated(record);
}

/** Returns whether a failed call of an MCP server has had no effect there, or may safely be repeated. */
function mayBeRepeated({ detail }: StepRecord): boolean {
  const given: unknown = detail == null ? null : JSON.parse(detail);
  return isJsonObject(given) && given['again'] === true;
}
