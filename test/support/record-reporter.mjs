// Gathers what the cases of the adversarial and conformance suites show: they add their records, as lines of JSON, to
// the file that TEST_RECORDS names. Whoever sets it keeps the file; else it is made here, and its tables are printed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRecords, tablesOf } from './record-tables.mjs';

export default class RecordReporter {
  #folder = null;

  constructor() {
    if (process.env.TEST_RECORDS) return;
    this.#folder = mkdtempSync(join(tmpdir(), 'metarun-records-'));
    process.env.TEST_RECORDS = join(this.#folder, 'records.jsonl');
  }

  onRunComplete() {
    if (this.#folder === null) return;
    const file = process.env.TEST_RECORDS;
    if (existsSync(file)) process.stdout.write(tablesOf(parseRecords(readFileSync(file, 'utf8'))));
    rmSync(this.#folder, { recursive: true });
  }
}
