import { packagePath } from '../kernel/package-root.js';
import type { ScriptLanguage } from '../languages/index.js';

/** The kinds of guests with code of their own: each language, the reader of Python scripts for authors, and others. */
type Guest = ScriptLanguage | 'python-author' | 'sandbox' | 'programs' | 'conversion';

/** Built guest code; `npm run build` makes it. */
export function guestDir(guest: Guest): string {
  return packagePath(`dist/runtimes/${guest}`);
}
