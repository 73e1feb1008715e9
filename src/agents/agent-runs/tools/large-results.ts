import type { Json } from '../../../base/kernel/json.js';
import { beginningOf, fileNamePart } from '../../../base/kernel/large-text.js';

/** Bytes of a result that a model gets as they are. */
const MAX_BYTES = 16 * 1024;

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
  const name = fileNamePart(place.tool);
  const path = `/.agent/${place.taskId}/${place.number}-${name}.${typeof result === 'string' ? 'txt' : 'json'}`;
  await write(path, text);
  return { path, text: beginningOf(text, `${size} bytes`, path) };
}
