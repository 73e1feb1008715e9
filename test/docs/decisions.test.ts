/** Holds the records of decisions to one form, and their index to the records. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPage, ROOT, tableOf } from '../support/markdown.js';

const FOLDER = 'docs/decisions';
const INDEX = `${FOLDER}/README.md`;
const RECORDS = globSync(`${FOLDER}/0*.md`, { cwd: ROOT }).sort();
/** Numbers that no record has. */
const UNUSED = ['0022', '0025', '0096', '0112', '0154'];
const LINK = /\[(\d{4})\]\((\d{4}-[\w-]+\.md)\)/g;

interface DecisionRecord {
  number: string;
  title: string;
  status: string;
}

function recordOf(file: string): DecisionRecord {
  const {
    number = '',
    title = '',
    status = '',
  } = /^# (?<number>\d{4}): (?<title>.+)\n\nStatus: (?<status>.+)\n\n## Context\n/.exec(
    readPage(file),
  )?.groups ?? {};
  return { number, title, status };
}

describe('a record of a decision', () => {
  it.each(RECORDS)('the record %s has a number, a title, a status and its sections', (file) => {
    const { number, title, status } = recordOf(file);
    expect(number).toBe(basename(file).slice(0, 4));
    expect(title).not.toBe('');
    expect(status).toMatch(
      /^(?:accepted|superseded by \[\d{4}\]\(.+\)) \(\d{4}-\d\d-\d\d\)(?:, amended.*)?$/,
    );
    expect(readPage(file)).toMatch(/^## (?:Choice|Decision)$/m);
  });

  it.each(RECORDS)('the status of record %s names only later records', (file) => {
    const { number, status } = recordOf(file);
    for (const [, later = '', target = ''] of status.matchAll(LINK)) {
      expect(RECORDS).toContain(`${FOLDER}/${target}`);
      expect(target.startsWith(later)).toBe(true);
      expect(Number(later)).toBeGreaterThan(Number(number));
    }
  });
});

describe('the index of decisions', () => {
  it('the index of decisions lists every record with its title and status', () => {
    const rows = tableOf(readPage(INDEX), ['number', 'title', 'status']);
    expect(rows).toEqual(
      RECORDS.map((file) => {
        const { number, title, status } = recordOf(file);
        return [
          `[${number}](${basename(file)})`,
          title.replaceAll('`', ''),
          status.replaceAll('`', ''),
        ];
      }),
    );
  });

  it('the index of decisions names the unused numbers, and no others are missing', () => {
    const used = RECORDS.map((file) => Number(basename(file).slice(0, 4)));
    const missing = Array.from({ length: Math.max(...used) }, (_, index) => index + 1)
      .filter((number) => !used.includes(number))
      .map((number) => String(number).padStart(4, '0'));
    expect(missing).toEqual(UNUSED);
    for (const number of UNUSED) expect(readPage(INDEX)).toContain(number);
  });
});
