import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '../../base/kernel/json.js';

/** The content that an approval is bound to. */
export interface Approved {
  /** Identifier of the meta-task, and its version. */
  task_type: string;
  version: number;
  params: Json;
  prompt: string;
  proposal: Json;
}

/** SHA-256 of the canonical JSON (RFC 8785) of what is to be approved, hex. */
export function approvalHash({ task_type, version, params, prompt, proposal }: Approved): string {
  const text = canonical({ task_type, version, params, prompt, proposal });
  return createHash('sha256').update(text).digest('hex');
}

/** JSON without spaces, members sorted by the UTF-16 units of their names: the same text for the same value. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
