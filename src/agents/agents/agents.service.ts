import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import { Database } from '../../platform/database/database.js';
import { Catalogue } from '../../tasks/catalogue/catalogue.service.js';
import type { Entry } from '../../tasks/catalogue/entry.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { AGENT, AGENT_DEFINITIONS, type Agent } from './agent.js';
import { AgentCheck } from './agent-check.service.js';
import type { AgentDefinition } from './agent-fields.js';
import { AgentVersionEntity } from './agent-version.entity.js';
import { AgentEntity } from './agent.entity.js';

/** Manages the agents of projects. Existing tasks keep the version with which they were created. */
@Injectable()
export class AgentsService extends Catalogue<AgentDefinition, Agent, void, AgentVersionEntity> {
  constructor(
    database: Database,
    private readonly check: AgentCheck,
    quotas: Quotas,
  ) {
    const rows = { entry: AgentEntity, version: AgentVersionEntity };
    super(database, quotas, AGENT, rows, AGENT_DEFINITIONS);
  }

  protected prepare(projectId: string, definition: AgentDefinition): Promise<void> {
    return this.check.check(projectId, definition);
  }

  protected toColumns(definition: AgentDefinition): Record<string, unknown> {
    return AGENT_DEFINITIONS.toColumns(definition);
  }

  protected buildEntry(entry: Entry, version: AgentVersionEntity): Agent {
    return { ...toAgentDefinition(version), ...entry };
  }
}

/** Returns the definition in a row. Throws MetarunError for a value that is unknown to this installation. */
export function toAgentDefinition(row: AgentVersionEntity): AgentDefinition {
  return AGENT_DEFINITIONS.ofRow(
    row,
    (field, value) =>
      new MetarunError(
        'not_available',
        `Version ${row.version} of the agent "${row.name}" has the ${field} "${value}", which this installation does not know; a server that knows it can show and use it.`,
      ),
  );
}
