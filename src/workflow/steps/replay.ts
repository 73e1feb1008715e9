import { isJsonObject } from '../../base/kernel/json.js';
import { keyOf, type StepRecord } from './step.js';

/** The step that a replay asks for differs from this record. */
export interface Mismatch {
  recorded: StepRecord;
}

/** Kinds whose failures are answers, and not the reason why an attempt failed. */
const KEPT = ['approval', 'tool'];
/** Kinds of calls that may have been made before they were cut off. */
export const MADE_ONCE: readonly string[] = ['tool', 'mcp'];

/**
 * The records of a task's steps as a new run of its script meets them. Steps that follow each other must come in
 * the recorded order. From where steps overlapped, whose order is a matter of time, they are known by name alone.
 */
export class Replay {
  private readonly byKey = new Map<string, StepRecord>();
  private readonly used = new Set<StepRecord>();
  private first = 0;
  readonly nextPosition: number;

  /**
   * `records` are by position. With `isNewAttempt`, the run repeats the step at which the last attempt failed. A decision of a
   * person is not asked for again.
   */
  constructor(
    private readonly records: StepRecord[],
    isNewAttempt: boolean,
  ) {
    this.records = records.flatMap((record) => {
      if (record.status !== 'cancelled') return [record];
      // A child of one that was cancelled keeps its place among those that have ended, and is asked for again.
      if (record.kind === 'task') return [{ ...record, status: 'new' }];
      // A call of a tool may have been made before it was cut off.
      return MADE_ONCE.includes(record.kind) ? [{ ...record, status: 'running' }] : [];
    });
    if (isNewAttempt) this.repeat();
    for (const record of this.records)
      this.byKey.set(keyOf(record.kind, record.name, record.occurrence), record);
    this.nextPosition = (this.records.at(-1)?.position ?? -1) + 1;
  }

  /** True while there are records that the run has not met yet. */
  get goesOn(): boolean {
    return this.used.size < this.records.length;
  }

  /** True if all recorded steps came one after the other. */
  get ordered(): boolean {
    return this.records.every((record) => record.ordered);
  }

  /** The record of a step; null where it has none. */
  meet(kind: string, name: string, occurrence: number): StepRecord | Mismatch | null {
    const found = this.byKey.get(keyOf(kind, name, occurrence)) ?? null;
    const expected = this.expected();
    if (expected?.ordered && expected !== found) return { recorded: expected };
    if (found !== null) this.used.add(found);
    return found;
  }

  /** Makes new the records at which the last attempt failed: its last step, or the failed ones of the children at its end. */
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

/** Returns whether a failed call of an MCP server has changed nothing there, or does no harm when it is made again. */
function mayBeRepeated({ detail }: StepRecord): boolean {
  const given: unknown = detail == null ? null : JSON.parse(detail);
  return isJsonObject(given) && given['again'] === true;
}
