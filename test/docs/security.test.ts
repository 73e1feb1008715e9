/** Tests that every promise in docs/security.md has a test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPage, ROOT, parseTableRows } from '../support/markdown.js';

const PAGE = readPage('docs/security.md');
const ROWS = parseTableRows(PAGE, ['this page says', 'tests']);
const LAST = '## What holds this page';

/** First words of paragraphs without a promise: explanations, advice, and what is not contained. */
const NO_PROMISE: readonly string[] = [
  'A browser that [is signed in]',
  'Without TLS, every machine',
  '**What is protected:**',
  '**Who is not trusted:**',
  '**Who is trusted:**',
  'It contains:',
  'It does **not** contain:',
  'Flaws in the kernel',
  'Slowness:',
  'What the machine has but one of',
  'Where runs have no [control groups]',
  'Without control groups, memory',
  'What these cannot hide:',
  '**Mounts.** A process of the second row',
  '**Users.** Where the server is not root',
  '**Docker and nerdctl** hide',
  'What such runs share:',
  'It does **not** contain malice.',
  'Levels 3 and 2 are each tried',
  '**Install bubblewrap**',
  '**Let users make namespaces.**',
  '**In a container**',
  '**macOS** has level 1',
  'An ordinary user of its own is better',
  'bubblewrap makes namespaces',
  '**Podman** takes',
  '**Ubuntu 24.04** keeps',
  "**Rights in the container are not the machine's.**",
  'test/adversarial holds scripts',
  'A case that fails is tried once more',
  'test/neighbours asks',
  'At sandbox level 1 this goes',
  'test/faults/documents.test.ts tries',
  '[SECURITY.md]',
];

/** Returns the paragraphs and list items of the page, without markup of lists and code. */
function paragraphs(): string[] {
  const text = PAGE.slice(0, PAGE.indexOf(LAST)).replaceAll(/^(`{3,}).*$[^]*?^\1$/gm, '');
  const found: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const isItem = line.startsWith('- ');
    const ends = line.trim() === '' || /^[#|]/.test(line);
    if (!ends && isOpen && !isItem) found.push(`${found.pop()} ${line.trim()}`);
    else if (!ends) found.push(line.replace(/^- /, ''));
    isOpen = !ends;
  }
  return found.map((one) => one.replaceAll('`', ''));
}

describe('docs/security.md', () => {
  it('each paragraph that promises something has its tests in the table', () => {
    const begins = [...ROWS.map(([begin = '']) => begin), ...NO_PROMISE];
    const found = paragraphs();
    expect(found.filter((one) => !begins.some((begin) => one.startsWith(begin)))).toEqual([]);
    expect(begins.filter((begin) => !found.some((one) => one.startsWith(begin)))).toEqual([]);
  });

  it('each test in the table of the page exists', () => {
    const named = ROWS.flatMap(([, tests = '']) => tests.split('; '));
    const missing = named.filter((one) => {
      const [file = '', ...name] = one.split(': ');
      const source = readFileSync(join(ROOT, file), 'utf8');
      return !["'", '`'].some((quote) => source.includes(`${quote}${name.join(': ')}${quote}`));
    });
    expect(missing).toEqual([]);
  });
});
