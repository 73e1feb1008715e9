import { hashSha256 } from '../../base/kernel/sha256.js';
import { canonical } from '../../base/kernel/canonical.js';
import type { Json } from '../../base/kernel/json.js';

/** Content that an approval is bound to. */
export interface Approved {
  /** Identifier of the meta-task. */
  task_type: string;
  version: number;
  /** Id of the version of the agent that asks; null for a script. */
  agentVersion: string | null;
  params: Json;
  prompt: string;
  proposal: Json;
}

/** Returns the SHA-256 of the canonical JSON (RFC 8785) of what is to be approved, in hex. */
export function approvalHash({ agentVersion, ...approved }: Approved): string {
  const { task_type, version, params, prompt, proposal } = approved;
  const agent = agentVersion === null ? {} : { agent_version: agentVersion };
  const text = canonical({ task_type, version, params, prompt, proposal, ...agent });
  return hashSha256(text);
}
