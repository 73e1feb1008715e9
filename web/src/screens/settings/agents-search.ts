import {
  flagParameter,
  readSearch,
  textParameter,
  wholeParameter,
} from '../../parts/search-parameters.js';

export interface AgentsSearch {
  q?: string;
  archived?: boolean;
}

/** Returns what the address says about the list of agents. */
export function agentsSearch(parameters: Record<string, unknown>) {
  return readSearch<AgentsSearch>(parameters, { q: textParameter, archived: flagParameter });
}

/** Two versions that are compared. */
export interface AgentSearch {
  version?: number;
  with?: number;
}

/** Returns what the address says about the page of an agent. */
export function agentSearch(parameters: Record<string, unknown>) {
  return readSearch<AgentSearch>(parameters, { version: wholeParameter, with: wholeParameter });
}
