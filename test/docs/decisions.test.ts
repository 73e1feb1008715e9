/** Tests that all decision records have the same form and are in the index. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPage, ROOT, parseTableRows } from '../support/markdown.js';

const FOLDER = 'docs/decisions';
const INDEX = `${FOLDER}/README.md`;
const RECORDS = globSync(`${FOLDER}/0*.md`, { cwd: ROOT }).sort();
const SECTIONS = ['Context', 'Choice', 'Reason', 'What would change it'];
/** Maximum number of words of a record, without tables. */
const PAGE_WORDS = 600;

function readTitle(file: string): string {
  return /^# \d{4}: (.+)\n\n## Context\n/.exec(readPage(file))?.[1] ?? '';
}

describe('a record of a decision', () => {
  it.each(RECORDS)('the record %s has a title and the four sections', (file) => {
    const page = readPage(file);
    expect(page.slice(0, 8)).toBe(`# ${basename(file).slice(0, 4)}: `);
    expect(readTitle(file)).not.toBe('');
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections.slice(0, SECTIONS.length)).toEqual(SECTIONS);
  });

  it.each(RECORDS)('the record %s has at most one page beside its tables', (file) => {
    const text = readPage(file).replaceAll(/^\|.*$/gm, '');
    expect(text.split(/\s+/).length).toBeLessThan(PAGE_WORDS);
  });
});

describe('the index of decisions', () => {
  it('the index of decisions lists every record with its title', () => {
    const rows = parseTableRows(readPage(INDEX), ['number', 'title']);
    expect(rows).toEqual(
      RECORDS.map((file) => {
        const name = basename(file);
        return [`[${name.slice(0, 4)}](${name})`, readTitle(file).replaceAll('`', '')];
      }),
    );
  });

  it('the numbers of the records have no gaps', () => {
    expect(RECORDS.map((file) => Number(basename(file).slice(0, 4)))).toEqual(
      RECORDS.map((_, index) => index + 1),
    );
  });
});
