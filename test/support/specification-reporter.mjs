// Compares docs/specification.md with the results of the tests: every item must be proved on each database that was
// tried, and the page must be the generated one. `npm run test:all -- sqlite -u` updates it. Reports nothing if any
// test was left out that proves items.
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PageReporter } from './generated-page.mjs';
import { SPECIFICATION } from '../e2e/specification/specification.ts';

const DATABASES = ['sqlite', 'postgres'];
const FOLDER = 'test/e2e/specification';
const PAGE = 'docs/specification.md';

export default class SpecificationReporter extends PageReporter {
  #files = new Set();
  /** `database item` -> the file that proves it. */
  #proofs = new Map();

  onTestResult({ context, path }, { testResults }) {
    const database = context.config.displayName?.name;
    this.#files.add(`${database} ${path}`);
    for (const { title, status } of testResults)
      if (status === 'passed' && title.startsWith('spec: '))
        this.#proofs.set(
          `${database} ${title.slice('spec: '.length)}`,
          relative(this.config.rootDir, path),
        );
  }

  async onRunComplete() {
    const { rootDir, testNamePattern } = this.config;
    const files = globSync(`${FOLDER}/*.test.ts`, { cwd: rootDir }).map((file) =>
      join(rootDir, file),
    );
    const databases = DATABASES.filter((database) =>
      files.every((file) => this.#files.has(`${database} ${file}`)),
    );
    if (databases.length === 0 || testNamePattern) return;
    const items = Object.values(SPECIFICATION).flatMap(Object.keys);
    const wanted = items.flatMap((item) => databases.map((database) => `${database} ${item}`));
    const missing = wanted.filter((proof) => !this.#proofs.has(proof));
    if (missing.length > 0)
      return this.fail(
        `These items of the specification have no passing test:\n  ${missing.join('\n  ')}`,
      );
    await this.hold(PAGE, this.#page(databases[0]));
  }

  #page(database) {
    const sections = Object.entries(SPECIFICATION).map(([title, items]) => {
      const rows = Object.entries(items).map(([item, says]) => {
        const file = this.#proofs.get(`${database} ${item}`);
        return `| \`${item}\` | ${says} | [${file.slice(FOLDER.length + 1)}](../${file}) | yes | yes |`;
      });
      return `## ${title}\n\n| Item | What it says | Test | SQLite | PostgreSQL |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
    });
    return `# The interface, item by item\n\nThis page lists every endpoint and field of the interface with the test that proves it. The test is named \`spec: <item>\`, and \`npm run test:all\` runs it on both databases. The page is generated from those runs; \`npm run test:all -- sqlite -u\` regenerates it.\n\n${sections.join('\n')}`;
  }
}
