import type { Issue } from './agent-tools.js';

/**
 * Port: names that contracts may use in a context, such as a project. Each method returns the issue with a name; null
 * if it may be used or is not known.
 */
export abstract class ContractWorld {
  /** Maximum values of limits; null if not known. */
  abstract readonly caps: LimitCaps | null;
  /** Returns the issue with a model. `ref` is `provider/name`; null = the default model of the installation. */
  abstract modelIssue(ref: string | null): Promise<Issue | null>;
  /** Returns whether a model has prices; null if not known. Only for a model without an issue. */
  abstract hasPrices(ref: string | null): Promise<boolean | null>;
  abstract metaTaskIssue(identifier: string): Promise<Issue | null>;
  abstract mcpIssue(server: string, tool: string): Promise<Issue | null>;
  abstract workspaceIssue(name: string): Promise<Issue | null>;
}

/** Maximum limits that an installation allows a task. */
export interface LimitCaps {
  maxSteps: number;
  maxTokens: number;
}

/** Port: provides the {@link ContractWorld} of each project. */
export abstract class ContractWorlds {
  abstract of(projectId: string): ContractWorld;
}
