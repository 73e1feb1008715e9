import { decodeText } from '../input/charset.js';
import { type Outcome, type Source } from './port.js';

/** Keeps JSON as it is, indented if it parses: an agent reads it as such. */
export function readJson(source: Source): Outcome {
  const text = decodeText(source.bytes, source.warnings, undefined, source.charset);
  return { blocks: [{ kind: 'code', language: 'json', text: pretty(text, source) }], notes: [] };
}

function pretty(text: string, source: Source): string {
  try {
    // Numbers that JavaScript cannot hold would be changed by serialising them again.
    const value: unknown = JSON.parse(text);
    return /\d{16}|\d[eE]\d/.test(text) ? text : JSON.stringify(value, null, 2);
  } catch {
    if (!/^\s*[{[].*\}\s*\n\s*[{[]/s.test(text))
      source.warnings.push('The JSON does not parse; it is kept as it is.');
    return text;
  }
}
