import type { Json } from '../../../base/kernel/json.js';
import { formatBeginning, fileNamePart } from '../../../base/kernel/large-text.js';
import type { ToolOutput } from '../connection/answers.js';
import type { ShownOutput } from './recorded-answer.js';

/** Maximum size in bytes of a result's JSON that is returned to a script directly. */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns a result in the form for scripts. One that is too large is stored as a file of the workspace through
 * `write`.
 */
export async function shownOutput(
  output: ToolOutput,
  { taskId, stepId, tool }: { taskId: string; stepId: string; tool: string },
  write: (path: string, content: string) => Promise<void>,
): Promise<ShownOutput> {
  const json = JSON.stringify(output);
  const size = Buffer.byteLength(json);
  if (size <= MAX_BYTES) return { ...output, path: null };
  const path = `/.mcp/${taskId}/${stepId}-${fileNamePart(tool)}.json`;
  await write(path, json);
  const text = formatBeginning(json, `${size} bytes of JSON`, path);
  const content: Json[] = [{ type: 'text', text }];
  return { content, structured: null, is_error: output.is_error, path };
}
