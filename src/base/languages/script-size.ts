/** Maximum size of a hand-written script, and of a Python script with all its files, in bytes. */
export const MAX_WRITTEN_BYTES = 1024 * 1024;
/** Maximum size of a bundle of `metarun bundle` with its source map, in bytes. */
export const MAX_BUNDLE_BYTES = 10 * 1024 * 1024;

/** The beginning of a bundle. */
const BUNDLE = '// metarun bundle {';

/** Returns why a TypeScript script is too large, or null. */
export function typescriptTooLarge(source: string): string | null {
  const bytes = Buffer.byteLength(source);
  const isBundle = source.startsWith(BUNDLE);
  if (bytes <= (isBundle ? MAX_BUNDLE_BYTES : MAX_WRITTEN_BYTES)) return null;
  return isBundle
    ? `The bundle has ${bytes} bytes; ${MAX_BUNDLE_BYTES} are the most: import the parts of packages that are needed, or smaller packages`
    : `The script has ${bytes} bytes; ${MAX_WRITTEN_BYTES} are the most of one that is written by hand: read data from a file of the workspace, or make several files one script with \`metarun bundle\`, which may have ${MAX_BUNDLE_BYTES}`;
}

/** Returns why a Python script is too large, or null. */
export function pythonTooLarge(source: string): string | null {
  const bytes = Buffer.byteLength(source);
  return bytes <= MAX_WRITTEN_BYTES
    ? null
    : `The script has ${bytes} bytes; ${MAX_WRITTEN_BYTES} are the most, with all its files: read data from a file of the workspace, or name packages instead of copying their code.`;
}
