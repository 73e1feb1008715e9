/** Characters of a large text that are shown in its place. */
const BEGINNING = 4 * 1024;

/** Returns the name of a tool in a form that is valid as part of a file name. */
export function fileNamePart(tool: string): string {
  return tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
}

/**
 * Returns the beginning of a large result, with a note of its size, such as "70000 bytes", and of the file that
 * contains all of it.
 */
export function formatBeginning(text: string, size: string, path: string): string {
  const beginning = text.slice(0, BEGINNING).toWellFormed();
  return `${beginning}\n[The result has ${size}; this is its beginning. All of it is in the file ${path}.]`;
}
