import { IsNull } from 'typeorm';
import { MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { Database } from '../../platform/database/database.js';
import { identifierNear } from '../../tasks/catalogue/unknown-entry.js';
import { WorkspaceEntity } from '../../access/projects/workspace.entity.js';
import type { Issue } from './agent-tools.js';
import { ContractWorld, ContractWorlds, type LimitCaps } from './contract-world.js';

/** Port: models available to a project, for the checks of contracts. */
export abstract class KnownModels {
  /**
   * Finds a model. `ref` is `provider/name`; null = the default of the installation. Throws MetarunError
   * `unknown_model`, or `not_available` if there is no default.
   */
  abstract find(projectId: string, ref: string | null): Promise<{ prices: object | null }>;
}

/** Port: callable MCP tools of a project, for the checks of contracts. */
export abstract class KnownMcpTools {
  /** Returns a tool; null if it is not callable. Throws MetarunError `not_found` for an unknown server. */
  abstract tool(ref: { projectId: string; server: string; tool: string }): Promise<object | null>;
}

interface Known {
  models: KnownModels;
  mcp: KnownMcpTools;
}

/** Contract worlds of projects, backed by the database. */
export class ProjectWorlds extends ContractWorlds {
  constructor(
    private readonly database: Database,
    private readonly known: Known,
    private readonly caps: LimitCaps,
  ) {
    super();
  }

  of(projectId: string): ContractWorld {
    return new ProjectWorld(this.database, this.known, this.caps, projectId);
  }
}

class ProjectWorld extends ContractWorld {
  constructor(
    private readonly database: Database,
    private readonly known: Known,
    readonly caps: LimitCaps,
    private readonly projectId: string,
  ) {
    super();
  }

  async modelIssue(ref: string | null): Promise<Issue | null> {
    try {
      await this.known.models.find(this.projectId, ref);
      return null;
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      const kind = error.code === 'not_available' ? 'unavailable' : 'invalid';
      return { kind, message: error.message.replace(/\.$/, '') };
    }
  }

  async hasPrices(ref: string | null): Promise<boolean> {
    return (await this.known.models.find(this.projectId, ref)).prices !== null;
  }

  async metaTaskIssue(identifier: string): Promise<Issue | null> {
    const rows = await this.database.query(
      'SELECT id FROM task_types WHERE project_id = ? AND identifier = ? AND archived_at IS NULL',
      [this.projectId, identifier],
    );
    if (rows.length > 0) return null;
    const tables = { table: 'task_types' } as const;
    const near = await identifierNear(this.database, tables, this.projectId, identifier);
    const what =
      near === undefined
        ? 'create it first, or correct the identifier'
        : `did you mean ${quoted(near)}?`;
    return {
      kind: 'invalid',
      message: `there is no meta-task ${quoted(identifier)} in this project, or it is archived: ${what}`,
    };
  }

  async mcpIssue(server: string, tool: string): Promise<Issue | null> {
    try {
      const found = await this.known.mcp.tool({ projectId: this.projectId, server, tool });
      if (found !== null) return null;
      return {
        kind: 'unavailable',
        message: `the MCP server ${quoted(server)} has no tool ${quoted(tool)} that may be called: GET …/mcp-servers/{id}/tools says which do, and why`,
      };
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      return { kind: 'unavailable', message: error.message.replace(/\.$/, '') };
    }
  }

  async workspaceIssue(name: string): Promise<Issue | null> {
    const where = { project_id: this.projectId, name, deleted_at: IsNull() };
    if (await this.database.read.existsBy(WorkspaceEntity, where)) return null;
    return {
      kind: 'invalid',
      message: `there is no workspace ${quoted(name)} in this project: GET …/workspaces shows the names`,
    };
  }
}
