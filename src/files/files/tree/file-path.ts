import { MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { HIDDEN_CHARACTERS } from '../../../base/kernel/hidden-characters.js';
import { FILE_ERRORS } from '../errors.js';

export const ROOT = '/';
export const MAX_NAME_BYTES = 255;
/** Maximum size of a path. PostgreSQL indexes values of up to 2,704 bytes, and an index holds the path beside an id. */
export const MAX_PATH_BYTES = 2048;
/** Maximum number of names in a path. */
export const MAX_DEPTH = 64;

const CONTROL = /\p{Cc}/u;

function refuse(pointer: string, text: string, reason: string): never {
  const message = `the path${text === '' ? '' : ` ${quoted(text)}`} ${reason}`;
  throw new MetarunError(FILE_ERRORS.invalid_path, `${pointer}: ${message}.`, {
    errors: [{ pointer, message }],
  });
}

/**
 * Returns the only spelling of a path that is stored and looked up: absolute, POSIX, Unicode NFC, without a trailing
 * slash. A missing leading slash is added; empty names and `.` are dropped. Throws MetarunError `invalid_path` for a
 * text without such a spelling; `pointer` names the source of the path (`/path`, `?path`).
 */
export function normalisePath(text: string, pointer: string): string {
  if (text === '') refuse(pointer, text, 'is empty; the root is "/"');
  // A text of this length never composes to one that fits, and is not processed further.
  if (text.length > 3 * MAX_PATH_BYTES)
    refuse(pointer, text, `has more than ${MAX_PATH_BYTES} bytes`);
  if (!text.isWellFormed())
    refuse(pointer, text, 'has half of a surrogate pair, which is not Unicode');
  const names = text
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  for (const name of names) checkName(name, text, pointer);
  if (names.length > MAX_DEPTH) refuse(pointer, text, `is deeper than ${MAX_DEPTH} levels`);
  const path = `/${names.join('/')}`;
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    refuse(pointer, text, `has more than ${MAX_PATH_BYTES} bytes`);
  return path;
}

function checkName(name: string, text: string, pointer: string): void {
  if (name === '..') refuse(pointer, text, 'contains ".."; write the path without it');
  if (name.includes('\\')) refuse(pointer, text, 'has a backslash in it; separate names with "/"');
  if (CONTROL.test(name)) refuse(pointer, text, 'has a control character in it');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    refuse(pointer, text, `has a name of more than ${MAX_NAME_BYTES} bytes`);
}

/** Returns what {@link normalisePath} returns, for a new entry, whose name must not have hidden characters. */
export function newPath(text: string, pointer: string): string {
  const path = normalisePath(text, pointer);
  assertPlain(getBaseName(path), pointer);
  return path;
}

/** Throws for a new name with hidden characters; an existing entry keeps its name. */
export function assertPlain(name: string, pointer: string): void {
  if (name.search(HIDDEN_CHARACTERS) !== -1)
    refuse(
      pointer,
      name,
      'has a character in it that is not shown, or changes the direction of text',
    );
}

/** Returns the path of a new name within a directory; a name with a slash, `.` and `..` are refused as well. */
export function pathInDirectory(directory: string, name: string, pointer: string): string {
  if (name === '' || name === '.') refuse(pointer, directory, `needs a file name, not "${name}"`);
  if (name.includes('/'))
    refuse(pointer, name, 'has a slash in the file name; name the directory in dir_path');
  return newPath(directory === ROOT ? `/${name}` : `${directory}/${name}`, pointer);
}

/** Returns the last name of a normalised path; empty for the root. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the parent directory of a normalised path. */
export function getParentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || ROOT;
}

/** Returns the directories above a normalised path, outermost first, without the root. */
export function listAncestors(path: string): string[] {
  const names = path.split('/').slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}

/** Returns whether a normalised path is below a directory, at any depth. */
export function isInside(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory === ROOT ? ROOT : `${directory}/`);
}
