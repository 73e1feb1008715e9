import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * Compares a page of the documentation with the results of the tests. Writes the page where Jest runs with `-u`, else
 * returns an Error where it differs. `config`: Jest's; `text`: the page, or a function that makes it from the present page.
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

/** A reporter of Jest that holds a page to the results. The run fails where it calls {@link fail}. */
export class PageReporter {
  #error;

  constructor(config) {
    this.config = config;
  }

  /** Does what {@link holdPage} does, and fails where the page differs. */
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
