import { fileURLToPath } from 'node:url';

/** The folder of the package, whether this runs from src/ or from dist/. */
const packageRoot = new URL('../../', import.meta.url);

/** Built guest code; `npm run build` makes it. */
export function guestDir(guest: 'python' | 'typescript' | 'sandbox' | 'conversion'): string {
  return fileURLToPath(new URL(`dist/runtimes/${guest}`, packageRoot));
}
