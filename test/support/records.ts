import { appendFileSync } from 'node:fs';

/** What one case of a suite has shown: a row of the tables of record-tables.mjs. */
export interface SuiteRecord {
  suite: 'adversarial' | 'conformance';
  /** What contained the scripts: `bubblewrap`, `namespaces` or `none`. */
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
  /** What every language does. */
  says: string;
  /** Why it is not the same in all; null where it is. */
  because: string | null;
}

/** How long somebody else's work waited meanwhile, in ms. */
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
  /** How each thing that was tried ended, and how often. */
  outcome: string;
  /** By the kind of work; `quiet`: before any attack. */
  waits: Record<string, Waits>;
  quiet: Record<string, Waits>;
  /** How many times as long this machine takes as one that the bounds are for. */
  pace: number;
  /** What waited too long, and all else that does not hold. */
  late: string[];
  faults: string[];
  ok: boolean;
}

/** Adds a row; without effect where no reporter gathers them. */
export function record(row: SuiteRecord | ConformanceRecord | NeighboursRecord): void {
  const file = process.env['TEST_RECORDS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
