import type { Run } from '../../api/types.js';
import { quoted } from '../../parts/shell-word.js';

/** Returns the command that starts a run of the same meta-task with the same params. */
export function asArguments({
  task_type: type,
  params,
}: Pick<Run, 'task_type' | 'params'>): string {
  const given = Object.entries(params).map(
    ([name, value]) =>
      `--param ${quoted(`${name}=${typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value)}`)}`,
  );
  return ['metarun tasks create', quoted(type), ...given].join(' ');
}

/** Returns a YAML test case for `metarun test` with the params and the outcome of a run. */
export function asCase({
  name,
  status,
  params,
  result,
  error_code: code,
}: Pick<Run, 'name' | 'status' | 'params' | 'result' | 'error_code'>): string {
  const expect =
    status === 'success' ? { result } : { status, ...(code !== null && { error: { code } }) };
  const lines = Object.entries({ name, params, expect }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return `${lines.join('\n')}\n`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
