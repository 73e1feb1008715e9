// Loads the engine for Office documents. Its wrapper on npm is for another version and loads whatever version it finds, so
// metarun has the native part among its own dependencies and loads that.
import { createRequire } from 'node:module';
import type * as Anydoc from '@firecrawl/anydoc';
import { DocumentError } from '../converted.js';

const PACKAGE = '@firecrawl/anydoc-linux-x64-gnu';
/** Other versions may read the same document differently, and an older one crashes at some. */
const VERSION = '0.2.4';

const load = createRequire(import.meta.url);
let loaded: typeof Anydoc | undefined;

/** @throws DocumentError if the version used for conversion is not installed */
export function engineFor(format: string): typeof Anydoc {
  if (loaded !== undefined) return loaded;
  const found = versionOf(PACKAGE);
  if (found !== VERSION) throw unavailable(format, found);
  try {
    const engine: typeof Anydoc = load(PACKAGE);
    loaded = engine;
    return engine;
  } catch {
    throw unavailable(format, 'one that this machine cannot load');
  }
}

/** Returns null if it is not installed. */
function versionOf(name: string): string | null {
  try {
    const { version }: { version?: unknown } = load(`${name}/package.json`);
    return String(version);
  } catch {
    return null;
  }
}

function unavailable(format: string, found: string | null): DocumentError {
  const here = `${process.platform} on ${process.arch}`;
  return new DocumentError(
    'unsupported',
    found === null
      ? `Documents of the format ${format} are not converted on this server (${here}): their engine, anydoc ${VERSION}, is not installed. There is one for Linux on x64 with glibc.`
      : `Documents of the format ${format} are not converted on this server: their engine is anydoc ${VERSION}, and ${found} is installed. The operator has to install metarun again.`,
  );
}
