import { fileURLToPath } from 'node:url';
import type { ScriptLanguage } from '../languages/index.js';

/** The folder of the package, whether this runs from src/ or from dist/. */
const packageRoot = new URL('../../', import.meta.url);

/** A file or folder of the package, such as `templates`. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(path, packageRoot));
}

/** The kinds of guests with code of their own: each language, the reader of Python scripts for authors, and others. */
type Guest = ScriptLanguage | 'python-author' | 'sandbox' | 'conversion';

/** Built guest code; `npm run build` makes it. */
export function guestDir(guest: Guest): string {
  return packagePath(`dist/runtimes/${guest}`);
}
