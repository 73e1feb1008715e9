import type { LimitsInFile } from './contract-fields.js';

/** The limits of a run of an agent; null = none is given. */
export interface ContractLimits {
  maxSteps: number | null;
  maxToolCalls: number | null;
  maxTokens: number | null;
  maxCostUsd: number | null;
  timeoutSeconds: number | null;
  maxParallelTools: number | null;
}

/**
 * A contract (`agent.md`, or `script` over REST) as it is compiled; stored as the program of its version, as JSON. Null in a
 * list or a word: the contract does not say it, and what the agent says holds.
 */
export interface Contract {
  loopVersion: 1;
  goal: string;
  model: string | null;
  /** `files.read`, `http.request`, `task:<identifier>`, … as the author wrote them. */
  tools: string[] | null;
  /** Names of workspaces; `*` for all of the project. */
  knowledge: string[] | null;
  /** True if the citations of a result are looked up. Contracts from before it do not have it. */
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

/** Returns limits by the names that the code uses. */
export function limitsOf(given: LimitsInFile | null | undefined): ContractLimits {
  const entries = Object.entries(MEMBERS).map(([name, member]) => [name, given?.[member] ?? null]);
  return Object.fromEntries(entries) as unknown as ContractLimits;
}

/** Returns the contract that a program of {@link programCodeOf} holds; null = its goal comes from the params of each task. */
export function contractOf(code: string): Contract | null {
  return JSON.parse(code) as Contract | null;
}

/** Returns a contract as the code of a version's program. */
export function programCodeOf(contract: Contract | null): string {
  return JSON.stringify(contract);
}
