import { SourceMap, type SourceMapPayload } from 'node:module';
import { isJsonObject } from '../../../base/kernel/json.js';
import { parseMap } from '../sources/script-sources.js';

/** Source name of the code that the compiler puts around the script. */
const AROUND = 'entry';
/** The line that the guest puts between a stack and that of its cause. */
const CAUSE = /^Caused by: /;
/** V8 names no function if an anonymous one was awaited: `at async workflow.ts:3:9`. */
const FRAME =
  /^\s*at (?:(?<name>.+) \(|(?<awaited>async ))?workflow\.ts:(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * Returns the script's frames of a V8 stack of compiled code, with the author's own files and lines, such as
 * `    at fetchAll (workflow.ts:3:11)`, and the lines where its causes begin. Null if no frame is the script's.
 */
export function mapStack(stack: string, sourceMap: string): string | null {
  const map = parseSourceMap(sourceMap);
  if (map === null) return null;
  const lines = stack.split('\n').flatMap((line) => {
    if (CAUSE.test(line)) return [line];
    const { name, awaited = '', line: row, column } = FRAME.exec(line)?.groups ?? {};
    const origin = map.findEntry(Number(row) - 1, Number(column) - 1);
    // A location without an entry of its own would get that of an earlier line.
    if (!('originalSource' in origin) || origin.generatedLine !== Number(row) - 1) return [];
    const { originalSource: source } = origin;
    if (source === AROUND) return [];
    const at = `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    if (name === undefined) return [`    at ${awaited}${at}`];
    return [`    at ${name.replace(unnamedDefault(source), 'default')} (${at})`];
  });
  return lines.every((line) => CAUSE.test(line)) ? null : lines.join('\n');
}

/** Returns the function that finds the author's file and line of a place in compiled code; null for a place that is not the author's. */
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

/** Returns the name that the compiler gives to an unnamed `export default` function. */
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
