// Loads the engines with native parts. An installation may be without them, and the platform too.
import { createRequire } from 'node:module';
import type * as Anydoc from '@firecrawl/anydoc';
import type * as PdfInspector from '@firecrawl/pdf-inspector';
import type * as LiteParse from '@llamaindex/liteparse';
import { DocumentError } from './converted.js';

interface Engines {
  anydoc: typeof Anydoc;
  liteparse: typeof LiteParse;
  inspector: typeof PdfInspector;
}

interface Pinned {
  package: string;
  /** Other versions may read the same document differently, and an older anydoc crashes at some. */
  version: string;
  /** Where there is one, if not on every platform. */
  platforms?: string;
}

const PINNED: Readonly<Record<keyof Engines, Pinned>> = {
  // Its wrapper on npm is for another version and loads whatever version it finds, so this is the native part.
  anydoc: {
    package: '@firecrawl/anydoc-linux-x64-gnu',
    version: '0.2.4',
    platforms: 'Linux on x64 with glibc',
  },
  liteparse: { package: '@llamaindex/liteparse', version: '2.14.7' },
  inspector: { package: '@firecrawl/pdf-inspector', version: '1.25.1' },
};

const load = createRequire(import.meta.url);
const loaded: Partial<Engines> = {};

/** @throws DocumentError if the version used for conversion is not installed */
export function engineFor<Name extends keyof Engines>(name: Name, format: string): Engines[Name] {
  const already = loaded[name];
  if (already !== undefined) return already;
  const pinned = PINNED[name];
  const found = versionOf(pinned.package);
  if (found !== pinned.version) throw unavailable(pinned, format, found);
  try {
    const engine: Engines[Name] = load(pinned.package);
    loaded[name] = engine;
    return engine;
  } catch {
    throw unavailable(pinned, format, 'one that this machine cannot load');
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

function unavailable(pinned: Pinned, format: string, found: string | null): DocumentError {
  const wanted = `${pinned.package}@${pinned.version}`;
  const where = pinned.platforms === undefined ? '' : ` There is one for ${pinned.platforms}.`;
  return new DocumentError(
    'unsupported',
    found === null
      ? `Documents of the format ${format} are not converted on this server (${process.platform} on ${process.arch}): their engine, ${wanted}, is not installed.${where} It comes with the npm package metarun, and not with @metarun/cli: beside that, the operator has to install it.`
      : `Documents of the format ${format} are not converted on this server: their engine is ${wanted}, and ${found} is installed. The operator has to install metarun again.`,
  );
}
