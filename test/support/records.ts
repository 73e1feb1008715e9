import { appendFileSync } from 'node:fs';

/** The result of one case of a suite: a row of the tables of record-tables.mjs. */
export interface SuiteRecord {
  suite: 'adversarial' | 'conformance';
  /** The sandbox of the scripts: `bubblewrap`, `namespaces` or `none`. */
  sandbox: string;
  language: string;
  group: string;
  name: string;
  /** `success`, the run's error code, or `refused` where the script was not accepted. */
  outcome: string;
  /** Negative where the run ended before its deadline; null where it has none. */
  ended_after_deadline_ms: number | null;
  /** Most memory of the run's processes beyond idle ones, in MiB; null where it was not measured. */
  peak_mb: number | null;
  ok: boolean;
}

/** One behaviour in one language. */
export interface ConformanceRecord extends SuiteRecord {
  suite: 'conformance';
  /** The behaviour that every language has, as a sentence. */
  says: string;
  /** Why it is not the same in all; null where it is. */
  because: string | null;
}

/** The times for which the work of another project waited meanwhile, in ms. */
interface Waits {
  worst: number;
  p95: number;
}

/** One attack on the projects beside it, or several at once. */
export interface NeighboursRecord {
  suite: 'neighbours';
  sandbox: string;
  group: string;
  name: string;
  /** The outcomes of what was tried, each with its count. */
  outcome: string;
  /** By the kind of work; `quiet`: before any attack. */
  waits: Record<string, Waits>;
  quiet: Record<string, Waits>;
  /** The factor by which this machine is slower than the one that the bounds are for. */
  pace: number;
  /** Descriptions of the work that waited too long. */
  late: string[];
  /** Descriptions of everything else that does not hold. */
  violations: string[];
  ok: boolean;
}

/** Adds a row; without effect where no reporter gathers them. */
export function record(row: SuiteRecord | ConformanceRecord | NeighboursRecord): void {
  const file = process.env['TEST_RECORDS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
