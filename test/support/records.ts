import { appendFileSync } from 'node:fs';

/** The result of a case of a suite: a row of the tables of record-tables.mjs. */
export interface SuiteRecord {
  suite: 'adversarial' | 'conformance';
  /** Sandbox of the scripts: `bubblewrap`, `namespaces` or `none`. */
  sandbox: string;
  language: string;
  group: string;
  name: string;
  /** `success`, the error code of the run, or `refused` if the script was not accepted. */
  outcome: string;
  /** Negative if the run ended before its deadline; null if it has none. */
  ended_after_deadline_ms: number | null;
  /** Peak memory of the processes of the run beyond that of idle ones, in MiB; null if it was not measured. */
  peak_mb: number | null;
  ok: boolean;
}

export interface ConformanceRecord extends SuiteRecord {
  suite: 'conformance';
  /** The behaviour that all languages share, as a sentence. */
  says: string;
  /** Reason for a difference between the languages; null if there is none. */
  because: string | null;
}

/** Waiting times of another project's tasks, in ms. */
interface Waits {
  worst: number;
  p95: number;
}

/** One attack on neighbouring projects, or several concurrent ones. */
export interface NeighboursRecord {
  suite: 'neighbours';
  sandbox: string;
  group: string;
  name: string;
  /** Outcomes of the attempts, each with its count. */
  outcome: string;
  /** Waiting times by kind of task; `quiet` are those before any attack. */
  waits: Record<string, Waits>;
  quiet: Record<string, Waits>;
  /** Factor by which this machine is slower than the one that the bounds were set for. */
  pace: number;
  /** Descriptions of tasks that waited too long. */
  late: string[];
  /** Descriptions of all other violations. */
  violations: string[];
  ok: boolean;
}

/** Adds a row, if a reporter collects them. */
export function record(row: SuiteRecord | ConformanceRecord | NeighboursRecord): void {
  const file = process.env['TEST_RECORDS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
