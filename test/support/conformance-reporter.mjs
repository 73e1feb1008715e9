// Compares the list in docs/conformance.md with the results of the conformance suite;
// `npm run test:all -- conformance -u` updates it. Reports nothing if a part of the suite was left out, or if a
// behaviour failed.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageReporter } from './generated-page.mjs';
import { listLanguages, parseRecords } from './record-tables.mjs';

const PAGE = 'docs/conformance.md';
/** Heading of the generated list; the text above it is written by hand. */
const LIST = '## The list';

export default class ConformanceReporter extends PageReporter {
  #files = new Set();

  onTestResult(_test, { testFilePath, numFailingTests, testExecError }) {
    if (numFailingTests === 0 && !testExecError) this.#files.add(testFilePath);
  }

  async onRunComplete() {
    const { rootDir, testNamePattern } = this.config;
    if (process.env.TEST_SUITE === 'gate') return;
    const files = globSync('test/conformance/*.test.ts', { cwd: rootDir });
    if (testNamePattern || !files.every((file) => this.#files.has(join(rootDir, file)))) return;
    const records = parseRecords(readFileSync(process.env.TEST_RECORDS, 'utf8'));
    const shown = records.filter(({ suite, ok }) => suite === 'conformance' && ok);
    await this.hold(PAGE, (page) => withList(page, shown));
  }
}

function withList(page, records) {
  const above = page.split(`\n${LIST}\n`)[0];
  const groups = Map.groupBy(records, ({ group }) => group);
  const languages = listLanguages(records);
  // Sort by title, since the files of the suite run concurrently.
  const sections = [...groups.keys()]
    .toSorted((a, b) => a.localeCompare(b))
    .map((title) => section(title, groups.get(title), languages));
  return `${above}\n${LIST}\n\n${sections.join('\n')}`;
}

function section(title, records, languages) {
  const rows = [...Map.groupBy(records, ({ name }) => name)].map(([name, of]) => {
    const { says, because } = of[0];
    const marks = languages.map((one) =>
      of.some(({ language }) => language === one) ? 'yes' : 'no',
    );
    const words = because === null ? says : `${says}. _Differs_: ${because}`;
    return `| \`${name}\` | ${words} | ${marks.join(' | ')} |`;
  });
  const rule = ['---', '---', ...languages.map(() => '---')].join('|');
  return `### ${title}\n\n| Behaviour | What it says | ${languages.join(' | ')} |\n|${rule}|\n${rows.join('\n')}\n`;
}
