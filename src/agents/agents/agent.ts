import type { Entry, EntryKind } from '../../tasks/catalogue/entry.js';
import { Definitions } from '../../tasks/catalogue/definitions.js';
import { AGENT_FIELDS, type AgentDefinition } from './agent-fields.js';

/** An agent at one of its versions. */
export interface Agent extends Entry, AgentDefinition {}

export const AGENT: EntryKind = {
  noun: 'agent',
  path: 'agents',
  parameter: 'agent',
  table: 'agents',
  owner: 'agent_id',
  quota: 'maxAgents',
  versionQuota: 'maxAgentVersions',
  unread: [],
  large: ['instructions'],
  unnamed: 'agent',
};

/** Creates, changes and compares the definitions of agents. */
export const AGENT_DEFINITIONS = new Definitions<AgentDefinition>(AGENT_FIELDS);
