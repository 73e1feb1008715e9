import type { Definition } from './fields.js';
import type { Prepared } from './prepared.js';

/** Port: the agents that meta-tasks are bound to. */
export abstract class AgentPort {
  /**
   * Returns the id of the agent's current version; null if the project has no such agent. Throws `agent_archived`, which
   * points at `pointer`.
   */
  abstract currentVersion(
    projectId: string,
    agentId: string,
    pointer: string,
  ): Promise<string | null>;
  /**
   * Returns what a version in the mode `agent` needs: its contract, compiled, together with the agent that it is bound to
   * (null = none). Throws MetarunError with the place of each issue.
   */
  abstract prepare(
    projectId: string,
    definition: Definition,
    agentVersionId: string | null,
  ): Promise<Prepared>;
  /** Throws `budget_exceeded` where the project has used up what its agents may spend on models. */
  abstract admit(projectId: string): Promise<void>;
}
