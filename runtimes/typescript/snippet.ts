import type * as ast from '@babel/types';
import { collectDeclarations } from './params/declarations.js';
import { unwrapped } from './params/literal.js';
import { parse } from './params/parse.js';

/** The code around the statements of a snippet. Its value is logged as in Node's REPL, unless it is undefined. */
const BEFORE = 'export default async (params, reporter) => { await (async () => {';
const AFTER = '\n})().then((value) => { if (value !== undefined) console.log(value); }); };\n';
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** A replacement for a part of the source. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns a script that runs a text without `run`, as the body of a function with the parameters `params` and
 * `reporter`. Statements keep their lines. Texts with `run` and texts that cannot be parsed are returned unchanged.
 */
export function scriptOfSnippet(source: string): string {
  try {
    const program = parse(source);
    return isSnippet(program) ? edited(source, buildEdits(source, program.body)) + AFTER : source;
  } catch {
    return source;
  }
}

/**
 * Returns whether a text has no `run`. A `run` that only lacks its `export` was meant to be called, which the compiler
 * reports.
 */
function isSnippet(program: ast.Program): boolean {
  const { exports, values } = collectDeclarations(program);
  const own = values.get('run');
  const isFunction = own !== undefined && FUNCTIONS.has(unwrapped(own.node).type);
  return program.body.length > 0 && !exports.has('default') && !exports.has('run') && !isFunction;
}

function buildEdits(source: string, body: readonly ast.Statement[]): Edit[] {
  const imports = body.findLast(({ type }) => type === 'ImportDeclaration');
  // Imports stay outside the function, together with everything before them.
  const begin = imports?.end ?? 0;
  const last = body.at(-1);
  return [
    { start: begin, end: begin, text: BEFORE },
    ...body.flatMap(exportEdit),
    ...(last?.type === 'ExpressionStatement' ? [returned(source, last)] : []),
  ];
}

/** Returns the edit that removes an `export`, which a function cannot contain. */
function exportEdit(statement: ast.Statement): Edit[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.source != null) return [];
  const start = statement.start ?? 0;
  return [{ start, end: statement.declaration?.start ?? statement.end ?? start, text: '' }];
}

function returned(source: string, { start, end }: ast.ExpressionStatement): Edit {
  const place = { start: start ?? 0, end: end ?? 0 };
  const expression = source.slice(place.start, place.end).replace(/;$/, '');
  return { ...place, text: `;return (${expression});` };
}

/** Applies the edits, none of which contains another. */
function edited(source: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}
