import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../base/kernel/guided-error.js';
import { shownPath } from './author-path.js';
import { selectLineLocator } from './build-script.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

interface Placed {
  message: string;
  line: number | null;
  column: number | null;
}

/** Returns a diagnostic of the server's text at its place in the author's files; null if that is unknown. */
export function placedIn(
  script: string,
  { language, scriptFile }: MetaTaskFolder,
  { message, line, column }: Placed,
): Diagnostic | null {
  const found = selectLineLocator(language)?.(script, line ?? 1);
  if (found === undefined) return null;
  const path = found.file === null ? scriptFile : join(dirname(scriptFile), found.file);
  // The guest also names the file, for readers who have only the text.
  const own = found.file === null ? message : message.replace(`${found.file}: `, '');
  return { message: own, file: shownPath(path), line: found.line, column: column ?? 1 };
}
