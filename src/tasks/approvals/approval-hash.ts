import { createHash } from 'node:crypto';
import { canonical } from '../../base/kernel/canonical.js';
import type { Json } from '../../base/kernel/json.js';

/** The content that an approval is bound to. */
export interface Approved {
  /** Identifier of the meta-task, and its version. */
  task_type: string;
  version: number;
  /** The id of the version of the agent that asks; null for a script. */
  agentVersion: string | null;
  params: Json;
  prompt: string;
  proposal: Json;
}

/** SHA-256 of the canonical JSON (RFC 8785) of what is to be approved, hex. */
export function approvalHash({ agentVersion, ...approved }: Approved): string {
  const { task_type, version, params, prompt, proposal } = approved;
  const agent = agentVersion === null ? {} : { agent_version: agentVersion };
  const text = canonical({ task_type, version, params, prompt, proposal, ...agent });
  return createHash('sha256').update(text).digest('hex');
}
