import { packagePath } from '../kernel/package-root.js';
import type { ScriptLanguage } from '../languages/index.js';

/** The kinds of guests with their own code: each language, the reader of Python scripts for authors, and others. */
type Guest = ScriptLanguage | 'python-author' | 'sandbox' | 'programs' | 'conversion';

/** Returns the folder of built guest code, which `npm run build` creates. */
export function guestDir(guest: Guest): string {
  return packagePath(`dist/runtimes/${guest}`);
}
