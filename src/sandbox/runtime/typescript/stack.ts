import { SourceMap, type SourceMapPayload } from 'node:module';
import { isJsonObject } from '../../../base/kernel/json.js';
import { parseMap } from '../sources/script-sources.js';

/** Source name of the wrapper code that the compiler adds to the script. */
const AROUND = 'entry';
/** The lines that the guest writes between the stacks of related errors, and below an error with its own members. */
const BETWEEN = /^ *(?:Caused by: |Error \d+ of \d+: |with \{)/;
/**
 * A frame of a V8 stack. V8 gives no function name if an anonymous function was awaited: `at async workflow.ts:3:9`.
 * Other text may follow if the stack is part of a printed value.
 */
const FRAME =
  /^(?<indentation>[ \t]*)at (?:(?<name>.+) \(|(?<awaited>async ))?workflow\.ts:(?<line>\d+):(?<column>\d+)\)?(?<rest>[ \]},{]*)$/;
/** Maximum length of a frame with its names, in characters. */
const MAX_FRAME = 1_000;

/** Returns whether a line is a frame of the script in a V8 stack. */
export function isFrame(line: string): boolean {
  return line.length <= MAX_FRAME && line.includes('workflow.ts:') && FRAME.test(line);
}

/**
 * Returns the script's frames of a V8 stack of compiled code, with the author's own files and lines, such as `    at
 * fetchAll (workflow.ts:3:11)`, and the lines between the stacks of errors. Null if no line is left.
 */
export function mapStack(stack: string, sourceMap: string): string | null {
  const lineOf = lineMapper(sourceMap);
  if (lineOf === null) return null;
  const lines = stack.split('\n').flatMap((line) => {
    if (BETWEEN.test(line)) return [line];
    return lineOf(line) ?? [];
  });
  return lines.length === 0 ? null : lines.join('\n');
}

/** Returns the lines, with the author's own files and lines in frames of the script. */
export function mapLines(lines: readonly string[], sourceMap: string): string[] {
  const lineOf = lineMapper(sourceMap);
  return lines.map((line) => lineOf?.(line) ?? line);
}

/** Returns a function that maps a frame, or returns null for a line that is not a frame of the author's code. */
function lineMapper(sourceMap: string): ((line: string) => string | null) | null {
  const map = parseSourceMap(sourceMap);
  if (map === null) return null;
  return (line) => {
    const found = FRAME.exec(line)?.groups;
    if (found === undefined) return null;
    const { indentation = '', name, awaited = '', line: row, column, rest = '' } = found;
    const origin = map.findEntry(Number(row) - 1, Number(column) - 1);
    // A location without its own entry would be mapped to an earlier line.
    if (!('originalSource' in origin) || origin.generatedLine !== Number(row) - 1) return null;
    const { originalSource: source } = origin;
    if (source === AROUND) return null;
    const at = `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    const place =
      name === undefined
        ? `${awaited}${at}`
        : `${name.replace(unnamedDefault(source), 'default')} (${at})`;
    return `${indentation}at ${place}${rest}`;
  };
}

/**
 * Returns a function that finds the author's file and line for a location in compiled code, or null for code that is
 * not the author's.
 */
export function placeMapper(
  sourceMap: string,
): (line: number, column: number) => { file: string; line: number } | null {
  const map = parseSourceMap(sourceMap);
  return (line, column) => {
    const origin = map?.findEntry(line - 1, column - 1);
    if (origin === undefined || !('originalSource' in origin)) return null;
    if (origin.generatedLine !== line - 1 || origin.originalSource === AROUND) return null;
    return { file: origin.originalSource, line: origin.originalLine + 1 };
  };
}

/** Returns the name that the compiler gives an unnamed `export default` function. */
function unnamedDefault(source: string): string {
  const [file = ''] = source.split('/').slice(-1);
  return `${file.replace(/\.\w+$/, '').replaceAll(/\W/g, '_')}_default`;
}

function parseSourceMap(json: string): SourceMap | null {
  const map = parseMap(json);
  if (!isJsonObject(map)) return null;
  try {
    return new SourceMap(map as unknown as SourceMapPayload);
  } catch {
    return null;
  }
}
