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

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
