import type { Json } from '../../../base/kernel/json.js';
import type { ToolOutput } from '../connection/answers.js';
import type { ShownOutput } from './recorded-answer.js';

/** JSON of a result that a script gets as it is, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** Characters of a longer one that it gets. */
const BEGINNING = 4 * 1024;

/** Returns a result as scripts get it. One that is too large goes to a file of the workspace, by `write`. */
export async function shownOutput(
  output: ToolOutput,
  { taskId, stepId, tool }: { taskId: string; stepId: string; tool: string },
  write: (path: string, content: string) => Promise<void>,
): Promise<ShownOutput> {
  const json = JSON.stringify(output);
  const size = Buffer.byteLength(json);
  if (size <= MAX_BYTES) return { ...output, path: null };
  const name = tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  const path = `/.mcp/${taskId}/${stepId}-${name}.json`;
  await write(path, json);
  const text = `${json.slice(0, BEGINNING).toWellFormed()}\n[The result has ${size} bytes of JSON; this is its beginning. All of it is in the file ${path}.]`;
  const content: Json[] = [{ type: 'text', text }];
  return { content, structured: null, is_error: output.is_error, path };
}
