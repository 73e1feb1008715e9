import type { LimitsInFile } from './contract-fields.js';

/** Limits of an agent's run; null = not specified. */
export interface ContractLimits {
  maxSteps: number | null;
  maxToolCalls: number | null;
  maxTokens: number | null;
  maxCostUsd: number | null;
  timeoutSeconds: number | null;
  maxParallelTools: number | null;
}

/**
 * A compiled contract (`agent.md`, or `script` over REST), stored as JSON in the program of its version. Null for a
 * list or a value: not specified in the contract, so that the agent's applies.
 */
export interface Contract {
  loopVersion: 1;
  goal: string;
  model: string | null;
  /** Tools as written by the author: `files.read`, `http.request`, `task:<identifier>`, … */
  tools: string[] | null;
  /** Names of workspaces; `*` for all workspaces of the project. */
  knowledge: string[] | null;
  /** True if the citations of a result are verified. Missing in older contracts. */
  citations?: boolean;
  approve: string[] | null;
  onRejected: 'report' | 'fail' | null;
  limits: ContractLimits;
  instructions: string;
}

const MEMBERS = {
  maxSteps: 'max_steps',
  maxToolCalls: 'max_tool_calls',
  maxTokens: 'max_tokens',
  maxCostUsd: 'max_cost_usd',
  timeoutSeconds: 'timeout_seconds',
  maxParallelTools: 'max_parallel_tools',
} as const satisfies Record<keyof ContractLimits, keyof LimitsInFile>;

/** Converts limits to the names used in code. */
export function toContractLimits(given: LimitsInFile | null | undefined): ContractLimits {
  const entries = Object.entries(MEMBERS).map(([name, member]) => [name, given?.[member] ?? null]);
  return Object.fromEntries(entries) as unknown as ContractLimits;
}

/** Parses the contract in a program of {@link serialiseContract}; null = the goal comes from the params of each task. */
export function parseContract(code: string): Contract | null {
  return JSON.parse(code) as Contract | null;
}

/** Serializes a contract as the code of a version's program. */
export function serialiseContract(contract: Contract | null): string {
  return JSON.stringify(contract);
}
