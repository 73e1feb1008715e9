import { Inject, Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import { Database } from '../../../platform/database/database.js';
import { ALL_WORKSPACES, MAX_ENTRIES } from '../../agents/contract-fields.js';
import type { EffectiveContract } from '../../agents/merge-contract.js';
import { RunnableVersions } from '../../../tasks/meta-tasks/runnable-versions.service.js';
import type { OpenRun } from '../../../tasks/tasks/runs/mode-executor.js';
import { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import type { ModelTool } from '../../models/model-gateway.js';
import { McpPort } from '../../mcp-servers/steps/mcp-port.js';
import { parseMcpTool } from '../../agents/agent-tools.js';
import { askPersonTool } from './ask-person.js';
import { capabilityTool } from './capability-tools.js';
import { mcpTool } from './mcp-tool.js';
import { codeTool } from './code-run.js';
import { httpTool, PlacedSecrets } from './http-tool.js';
import { parseMetaTaskTool, taskTool } from './task-tool.js';
import { FairSlots } from '../../../base/kernel/fair-slots.js';
import { modelNames } from './tool-names.js';
import type { AgentTool } from './tool.js';

/** The tools of a run. */
export interface Toolbox {
  /** Tools by the names that the model uses. */
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly forModel: readonly ModelTool[];
  /** Ids by name of the workspaces that the run may read in addition to the task's own. */
  readonly knowledge: ReadonlyMap<string, string>;
}

/** Creates the tools that a contract names. */
@Injectable()
export class Toolboxes {
  constructor(
    private readonly database: Database,
    private readonly versions: RunnableVersions,
    private readonly secrets: PlacedSecrets,
    @Inject(McpPort) private readonly mcp: Pick<McpPort, 'tool'>,
    private readonly runtimes: Runtimes,
    /** Slots for processes that run code of models, since there may be many more agents than processes. */
    private readonly processes: FairSlots,
  ) {}

  /** Throws MetarunError for a tool that no longer exists. */
  async open(run: OpenRun, contract: EffectiveContract): Promise<Toolbox> {
    const knowledge = await this.knowledge(run.context.projectId, contract.knowledge);
    const made: AgentTool[] = [];
    for (const name of contract.tools) made.push(await this.make(run, name, knowledge, contract));
    const names = modelNames(made.map(({ name }) => name));
    const tools = new Map(
      [...names].flatMap(([name, own]): [string, AgentTool][] => {
        const tool = made.find((one) => one.name === own);
        return tool === undefined ? [] : [[name, tool]];
      }),
    );
    const forModel = [...tools].map(([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema,
    }));
    return { tools, forModel, knowledge };
  }

  private async make(
    run: OpenRun,
    name: string,
    knowledge: ReadonlyMap<string, string>,
    contract: EffectiveContract,
  ): Promise<AgentTool> {
    const metaTask = parseMetaTaskTool(name);
    if (metaTask !== null) return taskTool(this.versions, run.context.projectId, metaTask);
    const mcp = parseMcpTool(name);
    if (mcp !== null) return mcpTool(this.mcp, { projectId: run.context.projectId, ...mcp });
    if (name === 'http.request') return httpTool(this.secrets);
    if (name === 'ask_person') return askPersonTool();
    if (name === 'code.run')
      return codeTool(
        { runtimes: this.runtimes, processes: this.processes },
        run,
        contract,
        knowledge,
      );
    const tool = capabilityTool(name, knowledge);
    if (tool !== null) return tool;
    throw new MetarunError('not_available', `This installation has no tool "${name}".`);
  }

  /** Returns the ids of workspaces by name; for all of a project, the first ones, knowledge bases before others. */
  private async knowledge(
    projectId: string,
    names: readonly string[],
  ): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const isNamed = names.includes(ALL_WORKSPACES)
      ? ''
      : ` AND name IN (${names.map(() => '?').join(', ')})`;
    const rows = await this.database.query<{ id: string; name: string }>(
      `SELECT id, name FROM workspaces WHERE project_id = ? AND deleted_at IS NULL${isNamed}
        ORDER BY kind DESC, name LIMIT ?`,
      [projectId, ...(isNamed === '' ? [] : names), MAX_ENTRIES],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }
}
