// Collects the results of the adversarial and conformance suites, whose cases append records, as lines of JSON, to the
// file of TEST_RECORDS. If the variable is set, the file is kept. Otherwise the reporter creates the file and prints a
// line per suite and the failed cases, or with `--verbose` all cases.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRecords, formatSummary, formatTables } from './record-tables.mjs';

export default class RecordReporter {
  #folder = null;
  #verbose;

  constructor({ verbose }) {
    this.#verbose = verbose === true;
    if (process.env.TEST_RECORDS) return;
    this.#folder = mkdtempSync(join(tmpdir(), 'metarun-records-'));
    process.env.TEST_RECORDS = join(this.#folder, 'records.jsonl');
  }

  onRunComplete() {
    if (this.#folder === null) return;
    const file = process.env.TEST_RECORDS;
    if (existsSync(file)) {
      const records = parseRecords(readFileSync(file, 'utf8'));
      process.stdout.write(this.#verbose ? formatTables(records) : formatSummary(records));
    }
    rmSync(this.#folder, { recursive: true });
  }
}
