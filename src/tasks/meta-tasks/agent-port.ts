import type { Definition } from './fields.js';
import type { Prepared } from './prepared.js';

/** Port: the agents to which meta-tasks are bound. */
export abstract class AgentPort {
  /**
   * Returns the id of the agent's current version; null if the project has no such agent. Throws `agent_archived`,
   * which points at `pointer`.
   */
  abstract currentVersion(
    projectId: string,
    agentId: string,
    pointer: string,
  ): Promise<string | null>;
  /**
   * Returns the needs of a version in the mode `agent`: its contract, compiled with the agent to which it is bound
   * (null = none). Throws MetarunError with the place of each issue.
   */
  abstract prepare(
    projectId: string,
    definition: Definition,
    agentVersionId: string | null,
  ): Promise<Prepared>;
  /** Throws `budget_exceeded` if the project's agents have used up their budget for models. */
  abstract admit(projectId: string): Promise<void>;
}
