import { SourceMap } from 'node:module';

const SCRIPT = 'workflow.ts';
/** The name that the compiler gives to `export default` of a function without one. */
const UNNAMED_DEFAULT = 'workflow_default';
const FRAME = /^\s*at (?:(?<name>.+) \()?workflow\.ts:(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * A V8 stack of compiled code -> the author's frames alone, with the author's own lines:
 * `    at fetchAll (workflow.ts:3:11)`. Null when no frame is the author's.
 */
export function mapStack(stack: string, sourceMap: string): string | null {
  const map = parseSourceMap(sourceMap);
  if (map === null) return null;
  const frames = stack.split('\n').flatMap((line) => {
    const { name, line: row, column } = FRAME.exec(line)?.groups ?? {};
    const origin = map.findEntry(Number(row) - 1, Number(column) - 1);
    if (!('originalSource' in origin) || origin.originalSource !== SCRIPT) return [];
    const at = `${SCRIPT}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    if (name === undefined) return [`    at ${at}`];
    return [`    at ${name.replace(UNNAMED_DEFAULT, 'default')} (${at})`];
  });
  return frames.length === 0 ? null : frames.join('\n');
}

function parseSourceMap(json: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(json));
  } catch {
    return null;
  }
}
