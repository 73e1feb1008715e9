// Loads the engines with native parts. They may be missing from an installation, or unavailable for the platform.
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
  /** The exact version: others may read a document differently, and an older anydoc crashes on some documents. */
  version: string;
  /** Platforms that the engine supports, unless it supports all. */
  platforms?: string;
  /** Engines of a group are used together. */
  group: 'office' | 'pdf';
}

const PINNED: Readonly<Record<keyof Engines, Pinned>> = {
  // The npm wrapper is for another version and loads any version that it finds; this is therefore the native package.
  anydoc: {
    package: '@firecrawl/anydoc-linux-x64-gnu',
    version: '0.2.4',
    platforms: 'Linux on x64 with glibc',
    group: 'office',
  },
  liteparse: { package: '@llamaindex/liteparse', version: '2.14.7', group: 'pdf' },
  inspector: { package: '@firecrawl/pdf-inspector', version: '1.25.1', group: 'pdf' },
};

const load = createRequire(import.meta.url);
const loaded: Partial<Engines> = {};

/** @throws DocumentError if the version used for conversion is not installed */
export function engineFor<Name extends keyof Engines>(name: Name, format: string): Engines[Name] {
  const already = loaded[name];
  if (already !== undefined) return already;
  const pinned = PINNED[name];
  const found = findInstalledVersion(pinned.package);
  if (found !== pinned.version) throw unavailable(pinned, format, found);
  try {
    const engine: Engines[Name] = load(pinned.package);
    loaded[name] = engine;
    return engine;
  } catch {
    throw unavailable(pinned, format, 'one that this machine cannot load');
  }
}

/** Returns the reasons why formats are not converted here, a sentence for each missing engine. */
export function findMissingEngines(): string[] {
  const reasons = [
    findFailureReason(() => engineFor('anydoc', 'doc or ppt')),
    findFailureReason(() => engineFor('liteparse', 'pdf')) ??
      findFailureReason(() => engineFor('inspector', 'pdf')),
  ];
  return reasons.filter((reason) => reason !== undefined);
}

function findFailureReason(find: () => unknown): string | undefined {
  try {
    find();
    return undefined;
  } catch (error) {
    if (error instanceof DocumentError) return error.message;
    throw error;
  }
}

/** Returns the installed version of a package; null if it is not installed. */
function findInstalledVersion(name: string): string | null {
  try {
    const { version }: { version?: unknown } = load(`${name}/package.json`);
    return String(version);
  } catch {
    return null;
  }
}

function unavailable(pinned: Pinned, format: string, found: string | null): DocumentError {
  const unread = `Documents of the format ${format} are not converted on this server`;
  if (found !== null)
    return new DocumentError(
      'unsupported',
      `${unread}: their engine is ${wanted(pinned)}, and ${found} is installed. The operator has to install metarun again.`,
    );
  const here = `${process.platform} on ${process.arch}`;
  const where = pinned.platforms === undefined ? '' : ` There is one for ${pinned.platforms}.`;
  const missing = Object.values(PINNED)
    .filter((each) => each.group === pinned.group && findInstalledVersion(each.package) === null)
    .map(wanted);
  return new DocumentError(
    'unsupported',
    `${unread} (${here}): their engine is not installed.${where} The npm package metarun includes it. With @metarun/cli, the operator runs "npm install ${missing.join(' ')}" as well, and starts the server again.`,
  );
}

/** Returns the package specifier for npm. */
function wanted({ package: name, version }: Pinned): string {
  return `${name}@${version}`;
}
