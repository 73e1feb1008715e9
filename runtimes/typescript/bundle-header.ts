import type { Schema } from './params/schema.js';

/**
 * First line of a script that `metarun bundle` made. Such a script is JavaScript, some of which has another meaning in
 * TypeScript: `f(a < b, c > (d))`. It has no types left, so it contains the schema that they gave, and the lock of the packages
 * that are installed beside it.
 */
const HEADER = /^\/\/ metarun bundle (\{.*\})\n/;

export interface BundleHeader {
  params_schema?: Schema;
  /** See `PackageLock` of the protocol. */
  packages?: object;
}

/** Returns the header, with its newline. */
export function bundleHeader(schema: Schema | null, packages: object | null = null): string {
  const header: BundleHeader = {
    ...(schema === null ? {} : { params_schema: schema }),
    ...(packages === null ? {} : { packages }),
  };
  // These two end a line in JavaScript, but not in JSON.
  const json = JSON.stringify(header).replaceAll(/[\u2028\u2029]/g, (end) =>
    end === '\u2028' ? '\\u2028' : '\\u2029',
  );
  return `// metarun bundle ${json}\n`;
}

/** Returns null for a script that is not a bundle. */
export function readBundleHeader(source: string): BundleHeader | null {
  const [, json] = HEADER.exec(source) ?? [];
  if (json === undefined) return null;
  try {
    return JSON.parse(json) as BundleHeader;
  } catch {
    return null;
  }
}
