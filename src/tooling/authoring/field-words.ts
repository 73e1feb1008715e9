import { parsePointer } from '../../base/kernel/json.js';
import type { SchemaIssue } from '../../base/schema/schema-issue.js';

/** Names of fields elsewhere, in the API or in other tools, with the names in a file that people write. */
export type CalledHere = Partial<Record<string, string>>;

/** Returns a path such as `schedules[0].cron`; `whole` for the pointer to the whole document. */
export function pathText(pointer: string, whole: string): string {
  const parts = parsePointer(pointer);
  if (parts.length === 0) return whole;
  return parts
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** Words an issue for the authors of files: what JSON Schema calls a property is a field there. */
export function fieldIssue({ pointer, message }: SchemaIssue, calledHere: CalledHere): SchemaIssue {
  if (!message.startsWith('is not a known property')) return { pointer, message };
  const here = calledHere[parsePointer(pointer).at(-1) ?? ''];
  return {
    pointer,
    message:
      here === undefined
        ? message.replace('property', 'field')
        : `is not a known field: did you mean "${here}"?`,
  };
}
