import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * Holds a page of the documentation to what the tests have shown: writes it where Jest was told to update, else
 * gives an Error when it is not so. `config`: Jest's; `text`: the page, or what makes it of the page that there is.
 */
export async function holdPage({ rootDir, updateSnapshot }, page, text) {
  const path = join(rootDir, page);
  const now = read(path);
  const markdown = typeof text === 'function' ? text(now) : text;
  const wanted = await format(markdown, { ...(await resolveConfig(path)), parser: 'markdown' });
  if (now === wanted) return null;
  if (updateSnapshot !== 'all')
    return new Error(`${page} is not what the tests show: write it by \`npm test -- -u\`.`);
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
