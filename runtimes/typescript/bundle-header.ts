import type { Schema } from './params/schema.js';

/**
 * The first line of a script made by `metarun bundle`. Such a script is JavaScript, which may mean something else in
 * TypeScript: `f(a < b, c > (d))`. It has no types left, so the header contains the schema derived from them, and the
 * lock of the packages to install.
 */
const HEADER = /^\/\/ metarun bundle (\{.*\})\n/;

export interface BundleHeader {
  params_schema?: Schema;
  /** See `PackageLock` of the protocol. */
  packages?: object;
}

/** Returns the header with its newline. */
export function bundleHeader(schema: Schema | null, packages: object | null = null): string {
  const header: BundleHeader = {
    ...(schema === null ? {} : { params_schema: schema }),
    ...(packages === null ? {} : { packages }),
  };
  // JavaScript treats these two as line ends; JSON does not.
  const json = JSON.stringify(header).replaceAll(/[\u2028\u2029]/g, (end) =>
    end === '\u2028' ? '\\u2028' : '\\u2029',
  );
  return `// metarun bundle ${json}\n`;
}

/** Returns the header of a script; null if it is not a bundle. */
export function readBundleHeader(source: string): BundleHeader | null {
  const [, json] = HEADER.exec(source) ?? [];
  if (json === undefined) return null;
  try {
    return JSON.parse(json) as BundleHeader;
  } catch {
    return null;
  }
}
