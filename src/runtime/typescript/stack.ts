import { SourceMap } from 'node:module';

/** What the compiler put around the script. */
const AROUND = 'entry';
/** The line that the guest puts between a stack and that of its cause. */
const CAUSE = /^Caused by: /;
/** V8 names no function where an anonymous one was awaited: `at async workflow.ts:3:9`. */
const FRAME =
  /^\s*at (?:(?<name>.+) \(|(?<awaited>async ))?workflow\.ts:(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * A V8 stack of compiled code -> the script's frames alone, with the author's own files and lines:
 * `    at fetchAll (workflow.ts:3:11)`, and where its causes begin. Null when no frame is the script's.
 */
export function mapStack(stack: string, sourceMap: string): string | null {
  const map = parseSourceMap(sourceMap);
  if (map === null) return null;
  const lines = stack.split('\n').flatMap((line) => {
    if (CAUSE.test(line)) return [line];
    const { name, awaited = '', line: row, column } = FRAME.exec(line)?.groups ?? {};
    const origin = map.findEntry(Number(row) - 1, Number(column) - 1);
    // What has no place of its own would get that of a line before it.
    if (!('originalSource' in origin) || origin.generatedLine !== Number(row) - 1) return [];
    const { originalSource: source } = origin;
    if (source === AROUND) return [];
    const at = `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    if (name === undefined) return [`    at ${awaited}${at}`];
    return [`    at ${name.replace(unnamedDefault(source), 'default')} (${at})`];
  });
  return lines.every((line) => CAUSE.test(line)) ? null : lines.join('\n');
}

/** The name that the compiler gives to `export default` of a function without one. */
function unnamedDefault(source: string): string {
  const [file = ''] = source.split('/').slice(-1);
  return `${file.replace(/\.\w+$/, '').replaceAll(/\W/g, '_')}_default`;
}

function parseSourceMap(json: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(json));
  } catch {
    return null;
  }
}
