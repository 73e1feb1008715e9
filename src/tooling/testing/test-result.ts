import type { Place } from '../../base/yaml/yaml-text.js';
import type { Mismatch } from './test-case.js';

/** The reason for a failed test. */
export interface Failure {
  message: string;
  /** Path as the reader would type it; line and column count from 1. */
  place?: { file: string } & Partial<Place>;
  difference?: NonNullable<Mismatch['difference']>;
}

/** One case, or one test of a test file. */
export interface TestResult {
  /** Identifier of the meta-task. */
  metaTask: string;
  name: string;
  /** Path as the reader would type it. */
  file: string;
  line?: number;
  status: 'passed' | 'failed' | 'skipped' | 'updated';
  durationMs: number;
  /** Reason for skipping the test; null if none was given. */
  reason: string | null;
  failures: Failure[];
  /** Details of the failures: the script's log, its stack, output of a test file. */
  logs: string[];
  stack: string | null;
  hint: string | null;
}

/** Returns a result without failures and logs. */
export function plainResult(
  test: Pick<TestResult, 'metaTask' | 'name' | 'file' | 'status' | 'durationMs'>,
): TestResult {
  return { ...test, reason: null, failures: [], logs: [], stack: null, hint: null };
}
