import type * as ast from '@babel/types';
import { described, type Schema } from './schema.js';

const NUMBERS = new Set(
  [
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    'minLength maxLength minItems maxItems',
  ].flatMap((line) => line.split(' ')),
);
/** Maximum length of a tag's value, in characters. */
const MAX_VALUE = 10_000;
const TEXTS = new Set(['pattern', 'title']);

/** Returns `schema` with the doc comment before one of these nodes. The first node with a comment counts. */
export function documented(schema: Schema, ...nodes: (ast.Node | null | undefined)[]): Schema {
  const comment = nodes.map(docComment).find((text) => text !== null);
  if (comment == null) return schema;
  const [text = '', ...tags] = comment.split(/^[ \t]*@/m);
  let result = described(schema, text);
  for (const tag of tags) result = { ...result, ...keyword(result, tag) };
  return result;
}

/** Returns the text of the last doc comment before a node, without its stars. */
function docComment(node: ast.Node | null | undefined): string | null {
  const last = node?.leadingComments?.findLast(
    ({ type, value }) => type === 'CommentBlock' && value.startsWith('*'),
  );
  return last === undefined
    ? null
    : last.value
        .slice(1)
        .split('\n')
        .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
        .join('\n');
}

function keyword(schema: Schema, tag: string): Schema {
  const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
  const text = rest.trim();
  if (text.length > MAX_VALUE) return {};
  if (name === 'default' && text !== '') return { default: parseTagValue(text) };
  if (name === 'format' && text !== '') return { format: text.split(/\s/, 1)[0] };
  if (TEXTS.has(name) && text !== '') return { [name]: text.toWellFormed() };
  if (NUMBERS.has(name) && text !== '' && Number.isFinite(Number(text)))
    return { [name]: Number(text) };
  if (name === 'uniqueItems') return { uniqueItems: true };
  if (name === 'deprecated') return { deprecated: true };
  if (name === 'integer') return { type: integral(schema['type']) };
  return {};
}

function integral(type: unknown): unknown {
  if (Array.isArray(type)) return type.map(integral);
  return type === 'number' || type === undefined ? 'integer' : type;
}

/** Parses a tag's value: `@default low` means the text, just like `@default 'low'` and `@default "low"`. */
function parseTagValue(text: string): unknown {
  const quoted = /^'([^']*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.toWellFormed();
  }
}
