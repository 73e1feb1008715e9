import { IDENTIFIER_PATTERN } from '../../../tasks/catalogue/identifier.js';
import { isUuid } from '../../../base/kernel/ids.js';
import { HIDDEN_CHARACTERS } from '../../../base/kernel/hidden-characters.js';
import { type CommandError, wrongAnswer } from '../command-error.js';
import { plainLine } from '../plain-text.js';

/** Returns an id from a server's response. Throws if the text is not an id. */
export function parseId(text: string): string {
  if (!isUuid(text)) throw wrong(`"${plainLine(text)}" as an id`);
  return text.toLowerCase();
}

/**
 * Returns the identifier of a meta-task or an agent from a server's response. It is one path segment, so it cannot
 * escape a folder.
 */
export function parseIdentifier(text: string): string {
  if (!IDENTIFIER_PATTERN.test(text)) throw wrong(`"${plainLine(text)}" as an identifier`);
  return text;
}

/** Returns a number of bytes from a server's response. Throws if it cannot be one. */
export function checkSize(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0)
    throw wrong(`${plainLine(JSON.stringify(size).slice(0, 40))} as a number of bytes`);
  return size;
}

/** Matches the folder in which commands find their server, and the one from which Git runs programs. */
const BARRED = /^\.(?:metarun|git)[. ]*$/;
/** Matches characters that some file systems remove from names or that are invisible. */
const DROPPED = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the path segments of a server's file relative to `directory`. Returns null if the path is invalid, escapes
 * `directory`, or points into the folder of metarun or Git.
 */
export function namesBelow(directory: string, path: string): string[] | null {
  const above = directory === '/' ? '/' : `${directory}/`;
  const names = path.slice(above.length).split('/');
  const isWrong = names.some(
    (name) =>
      name === '' ||
      name === '.' ||
      name === '..' ||
      BARRED.test(name.replaceAll(DROPPED, '').normalize('NFKC').toLowerCase()) ||
      name.includes('\\') ||
      name.search(HIDDEN_CHARACTERS) !== -1,
  );
  return path.startsWith(above) && !isWrong ? names : null;
}

/**
 * Returns a link from a server's response to one of its own pages. Throws if it leads elsewhere. `server` is the base
 * URL.
 */
export function parseOwnLink(text: string, server: string): string {
  const { origin } = new URL(server);
  // The origin of `blob:http://h/x` is `http://h` as well.
  const link = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (link?.origin === origin) return link.href;
  const elsewhere = link?.origin ?? null;
  throw wrong(
    `a link to a page that is not its own: ${plainLine(text)}`,
    elsewhere === null
      ? undefined
      : `If that is the public address of the server, use it: metarun login --url ${elsewhere}`,
  );
}

function wrong(what: string, fix?: string): CommandError {
  return wrongAnswer(`The server gave ${what}.`, fix);
}
