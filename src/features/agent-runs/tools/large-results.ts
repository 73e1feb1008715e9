import type { Json } from '../../../base/kernel/json.js';

/** Bytes of a result that a model gets as they are. */
const MAX_BYTES = 16 * 1024;
/** Characters of a larger one that it gets. */
const BEGINNING = 4 * 1024;

/** A result as it is recorded and shown to the model. */
export interface ShownResult {
  text: string;
  /** The file that has all of it; null where `text` has. */
  path: string | null;
}

/** Returns a result as the model gets it. What is too large for it goes to a file, by `write`. */
export async function shownResult(
  result: Json,
  place: { taskId: string; number: number; tool: string },
  write: (path: string, content: string) => Promise<void>,
): Promise<ShownResult> {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  const size = Buffer.byteLength(text);
  if (size <= MAX_BYTES) return { text, path: null };
  const name = place.tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  const path = `/.agent/${place.taskId}/${place.number}-${name}.${typeof result === 'string' ? 'txt' : 'json'}`;
  await write(path, text);
  return {
    path,
    text: `${text.slice(0, BEGINNING).toWellFormed()}\n[The result has ${size} bytes; this is its beginning. All of it is in the file ${path}.]`,
  };
}
