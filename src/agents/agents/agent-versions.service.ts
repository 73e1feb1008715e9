import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { Database } from '../../platform/database/database.js';
import type { AgentDefinition } from './agent-fields.js';
import type { AgentVersionEntity } from './agent-version.entity.js';
import { toAgentDefinition } from './agents.service.js';
import { parseContract } from './contract.js';
import { AGENT_ERRORS } from './errors.js';

/** Maximum number of cached versions. */
const CACHED = 500;

/** Provides the versions of agents for meta-tasks and tasks. */
@Injectable()
export class AgentVersions {
  /** Cache of versions, which never change. */
  private readonly byId = new LRUCache<string, AgentDefinition>({ max: CACHED });

  constructor(private readonly database: Database) {}

  /** Returns the active agents and meta-tasks of a project that use a model of a provider, for a message. */
  async listModelUsers(projectId: string, provider: string): Promise<string[]> {
    const rows = await this.database.query<{ identifier: string }>(
      `SELECT agent.identifier AS identifier FROM agents agent
       JOIN agent_versions version
         ON version.agent_id = agent.id AND version.version = agent.current_version
       WHERE agent.project_id = ? AND agent.archived_at IS NULL AND version.model LIKE ?
       ORDER BY agent.identifier`,
      [projectId, `${provider}/%`],
    );
    const agents = rows.map(({ identifier }) => `the agent ${quoted(identifier)}`);
    return [...agents, ...(await this.contractsNaming(projectId, provider))];
  }

  private async contractsNaming(projectId: string, provider: string): Promise<string[]> {
    const rows = await this.database.query<{ identifier: string; code: string }>(
      `SELECT type.identifier AS identifier, version.program_code AS code FROM task_types type
       JOIN task_type_versions version
         ON version.task_type_id = type.id AND version.version = type.current_version
       WHERE type.project_id = ? AND type.archived_at IS NULL AND version.execution_mode = 'agent'
         AND version.program_code LIKE ? ORDER BY type.identifier`,
      [projectId, `%${provider}/%`],
    );
    return rows
      .filter(({ code }) => parseContract(code)?.model?.startsWith(`${provider}/`) === true)
      .map(({ identifier }) => `the meta-task ${quoted(identifier)}`);
  }

  /**
   * Returns the id of an agent's current version; null if the project has no agent with this id. Throws
   * `agent_archived` at `pointer`.
   */
  async current(projectId: string, agentId: string, pointer: string): Promise<string | null> {
    const [row] = await this.database.query<{
      id: string;
      identifier: string;
      archived_at: number | null;
    }>(
      `SELECT version.id AS id, agent.identifier AS identifier, agent.archived_at AS archived_at FROM agents agent
       JOIN agent_versions version
         ON version.agent_id = agent.id AND version.version = agent.current_version
       WHERE agent.id = ? AND agent.project_id = ?`,
      [agentId, projectId],
    );
    if (row === undefined) return null;
    const { id, identifier } = row;
    if (row.archived_at !== null)
      throw new MetarunError(
        AGENT_ERRORS.agent_archived,
        `The agent ${quoted(identifier)} is archived; restore it, or name another one.`,
        { errors: [{ pointer, message: `the agent ${quoted(identifier)} is archived` }] },
      );
    return id;
  }

  async byVersionId(projectId: string, versionId: string): Promise<AgentDefinition> {
    const key = `${projectId}/${versionId}`;
    const kept = this.byId.get(key);
    if (kept !== undefined) return kept;
    const [row] = await this.database.query<AgentVersionEntity>(
      'SELECT * FROM agent_versions WHERE id = ? AND project_id = ?',
      [versionId, projectId],
    );
    if (row === undefined)
      throw new Error(`version ${versionId} of an agent is not in the database`);
    const definition = toAgentDefinition(row);
    this.byId.set(key, definition);
    return definition;
  }
}
