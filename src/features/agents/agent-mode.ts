/** Port: whether tasks of agents can be run here. */
export abstract class AgentMode {
  /** Returns why no meta-task may have the mode `agent`, in words that follow the name of the field; null if they may. */
  abstract get refusal(): string | null;
}

/** The reason of this version, which has no executor of agents. */
export const NO_EXECUTOR = 'this version of metarun runs no agents yet; use "script"';

/** A server that runs scripts alone. */
export class NoAgentMode extends AgentMode {
  get refusal(): string {
    return NO_EXECUTOR;
  }
}
