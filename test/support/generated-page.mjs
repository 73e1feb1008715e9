import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * Compares a page of the documentation with the results of the tests. If Jest runs with `-u`, writes the page; else
 * returns an Error if it differs. `config` is that of Jest; `text` is the page, or a function that returns it given the
 * current page.
 */
export async function holdPage({ rootDir, updateSnapshot }, page, text) {
  const path = join(rootDir, page);
  const now = read(path);
  const markdown = typeof text === 'function' ? text(now) : text;
  const wanted = await format(markdown, { ...(await resolveConfig(path)), parser: 'markdown' });
  if (now === wanted) return null;
  if (updateSnapshot !== 'all')
    return new Error(
      `${page} is not what the tests show: run this part of the tests once more, with \`-u\`, to write it.`,
    );
  writeFileSync(path, wanted);
  return null;
}

/** A Jest reporter that compares a page with the results. {@link fail} makes the run fail. */
export class PageReporter {
  #error;

  constructor(config) {
    this.config = config;
  }

  /** Calls {@link holdPage} and fails if the page differs. */
  async hold(page, text) {
    const error = await holdPage(this.config, page, text);
    if (error !== null) this.fail(error.message);
  }

  fail(message) {
    process.stderr.write(`\n${message}\n`);
    this.#error = new Error(message);
  }

  getLastError() {
    return this.#error;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
