import { IDENTIFIER_PATTERN } from '../../../tasks/catalogue/identifier.js';
import { isUuid } from '../../../base/kernel/ids.js';
import { HIDDEN_CHARACTERS } from '../../../base/kernel/hidden-characters.js';
import { type CommandError, wrongAnswer } from '../command-error.js';
import { plainLine } from '../plain-text.js';

/** Returns an id that a server gave. Throws for a text that is not an id. */
export function idOf(text: string): string {
  if (!isUuid(text)) throw wrong(`"${plainLine(text)}" as an id`);
  return text.toLowerCase();
}

/** Returns the identifier of a meta-task or an agent that a server gave: one name of a path, which leads nowhere else. */
export function identifierOf(text: string): string {
  if (!IDENTIFIER_PATTERN.test(text)) throw wrong(`"${plainLine(text)}" as an identifier`);
  return text;
}

/** Returns a number of bytes that a server gave. Throws for a number that cannot be one. */
export function sizeOf(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0)
    throw wrong(`${plainLine(JSON.stringify(size).slice(0, 40))} as a number of bytes`);
  return size;
}

/** Matches the folder in which commands find the server that they talk to, and the one in which Git finds programs that it runs. */
const BARRED = /^\.(?:metarun|git)[. ]*$/;
/** Matches the characters that some file systems drop from a name, or that nothing shows. */
const DROPPED = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the names in the path of a file below `directory` that a server gave; null where it leads out of that, leads to the files
 * of metarun itself or of Git, or is no path.
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

/** Returns a link that a server gave to one of its own pages. Throws for one that leads elsewhere. `server`: its base URL. */
export function linkOf(text: string, server: string): string {
  const { origin } = new URL(server);
  // The origin of `blob:http://h/x` is that of `http://h` too.
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
