import { weightOf } from '../count/letters.js';
import { decodeText } from '../input/charset.js';
import { type Outcome, type Source } from './port.js';

/** Keeps JSON as it is, indented if it parses: an agent reads it as such. */
export function readJson(source: Source): Outcome {
  const text = decodeText(source.bytes, source.warnings, undefined, source.charset);
  const code = pretty(text, source);
  return { blocks: [{ kind: 'code', language: 'json', text: code }], notes: [] };
}

function pretty(text: string, source: Source): string {
  try {
    const value: unknown = JSON.parse(text);
    const indented = JSON.stringify(value, null, 2);
    // Of two values of one name the first would be lost, and numbers that JavaScript cannot hold would be others.
    const isKept = text === indented || text === JSON.stringify(value) || isSame(text, indented);
    return isKept ? indented : tokensIndented(text);
  } catch {
    if (!/^\s*[{[].*\}\s*\n\s*[{[]/s.test(text))
      source.warnings.push('The JSON does not parse; it is kept as it is.');
    return text;
  }
}

/** Deeper levels are indented no more. */
const MAX_INDENT = 50;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Returns JSON that parses with line breaks, and each of its tokens as it is. */
function tokensIndented(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  const lineBreak = () => parts.push('\n', '  '.repeat(Math.min(depth, MAX_INDENT)));
  for (const { 0: token } of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    if (!isEmpty && (closes || before === '{' || before === '[' || before === ',')) lineBreak();
    if (token === '{' || token === '[') depth += 1;
    if (token.startsWith('"')) parts.push(JSON.stringify(JSON.parse(token)));
    else parts.push(token === ':' ? ': ' : token);
    before = token;
  }
  return parts.join('');
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/g;

/** Returns whether two texts have the same letters and digits, whatever of them is escaped. */
function isSame(text: string, other: string): boolean {
  return weightOf(unescaped(text)) === weightOf(unescaped(other));
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(ESCAPE, (_, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
