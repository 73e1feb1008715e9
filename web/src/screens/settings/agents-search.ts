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

/** Reads the filter of the list of agents from the address. */
export function agentsSearch(parameters: Record<string, unknown>) {
  return readSearch<AgentsSearch>(parameters, { q: textParameter, archived: flagParameter });
}

/** Two versions to compare. */
export interface AgentSearch {
  version?: number;
  with?: number;
}

/** Returns the search parameters of the screen of an agent. */
export function agentSearch(parameters: Record<string, unknown>) {
  return readSearch<AgentSearch>(parameters, { version: wholeParameter, with: wholeParameter });
}
