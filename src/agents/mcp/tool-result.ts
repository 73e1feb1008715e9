import type { MetarunError } from '../../base/kernel/errors.js';
import { weighJson } from '../../base/kernel/json-weight.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { ToolResult } from './call.js';

/** Maximum size of a result's JSON in bytes; a longer one is linked. */
export const MAX_ANSWER_BYTES = 256 * 1024;

export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

export function failure(code: string, message: string): ToolResult {
  return { ...textResult(`${code}: ${message}`), isError: true };
}

/** Returns the result for an error that a model can learn from. */
export function toFailureResult(error: MetarunError): ToolResult {
  const places = error.errors.map(({ pointer, message }) => `\n${pointer} ${message}`);
  return failure(error.code, `${error.message}${places.join('')}`);
}

/** Returns a value as text and, if it is an object, also as structured content. */
export function jsonResult(value: Json): ToolResult {
  const result = textResult(JSON.stringify(value));
  return isJsonObject(value) ? { ...result, structuredContent: value } : result;
}

export function isLong(value: Json): boolean {
  // JSON has at least a quarter of its weight, so values that are far too long need not be serialized.
  const most = 4 * MAX_ANSWER_BYTES;
  if (weighJson(value, most) > most) return true;
  return Buffer.byteLength(JSON.stringify(value)) > MAX_ANSWER_BYTES;
}
