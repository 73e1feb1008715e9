import { computeWeight } from '../count/letters.js';
import { decodeText } from '../input/charset.js';
import { type Outcome, type Source } from './port.js';

/** Keeps JSON as JSON for agents, indented if it parses. */
export function readJson(source: Source): Outcome {
  const text = decodeText(source.bytes, source.warnings, undefined, source.charset);
  const code = pretty(text, source);
  return { blocks: [{ kind: 'code', language: 'json', text: code }], notes: [] };
}

function pretty(text: string, source: Source): string {
  try {
    const value: unknown = JSON.parse(text);
    const indented = JSON.stringify(value, null, 2);
    // Parsing would lose the first of two members with the same name, and change numbers that JavaScript cannot
    // represent.
    const isKept = text === indented || text === JSON.stringify(value) || isSame(text, indented);
    return isKept ? indented : tokensIndented(text);
  } catch {
    if (!/^\s*[{[].*\}\s*\n\s*[{[]/s.test(text))
      source.warnings.push('The JSON does not parse; it is kept as it is.');
    return text;
  }
}

/** Maximum depth that is indented further. */
const MAX_INDENT = 50;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Returns valid JSON with added line breaks and unchanged tokens. */
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

/** Returns whether two texts have the same letters and digits, ignoring how they are escaped. */
function isSame(text: string, other: string): boolean {
  return computeWeight(unescaped(text)) === computeWeight(unescaped(other));
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(ESCAPE, (_, code?: string) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
