import type { Issue } from './agent-tools.js';

/**
 * Port: what a contract may name in one place, such as a project. Each method returns what is wrong with a name, or null if it
 * may be used or nothing is known of it.
 */
export abstract class ContractWorld {
  /** The most that limits may be; null if that is not known. */
  abstract readonly caps: LimitCaps | null;
  /** `ref` is `provider/name`; null = the default model of the installation. */
  abstract modelIssue(ref: string | null): Promise<Issue | null>;
  /** Returns whether a model has prices; null if that is not known. Only for a model without an issue. */
  abstract hasPrices(ref: string | null): Promise<boolean | null>;
  abstract metaTaskIssue(identifier: string): Promise<Issue | null>;
  abstract mcpIssue(server: string, tool: string): Promise<Issue | null>;
  abstract workspaceIssue(name: string): Promise<Issue | null>;
}

/** The most that an installation allows a task. */
export interface LimitCaps {
  maxSteps: number;
  maxTokens: number;
}

/** Port: the world of each project. */
export abstract class ContractWorlds {
  abstract of(projectId: string): ContractWorld;
}
