import { MetarunError } from '../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { describeIssues } from '../../base/schema/schema-issue.js';
import type { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { ToolCall, ToolResult } from './call.js';
import type { McpSettings } from './mcp-settings.service.js';
import type { MetaTaskTool, MetaTaskTools } from './meta-task-tools.service.js';
import { assertScope, hasScope, type McpRequest } from './request.js';
import type { TaskCalls } from './task-calls.service.js';
import { toFailureResult } from './tool-result.js';
import { DECIDE_TOOL } from './tools/approval-tools.js';
import type { FixedTool } from './tools/fixed-tool.js';

/** A tool in the protocol's list format. */
type NamedTool = JsonObject & { name: string };

/** The tools of a project for its callers. */
export class ToolsService {
  private readonly byName: ReadonlyMap<string, FixedTool>;
  private readonly catalogueNames: ReadonlySet<string>;

  /** `catalogue`: additional tools of projects with many meta-tasks. */
  constructor(
    private readonly fixed: readonly FixedTool[],
    private readonly catalogue: readonly FixedTool[],
    private readonly metaTasks: MetaTaskTools,
    private readonly calls: TaskCalls,
    private readonly settings: McpSettings,
    private readonly schemas: SchemaValidator,
  ) {
    this.byName = new Map([...fixed, ...catalogue].map((tool) => [tool.name, tool]));
    this.catalogueNames = new Set(catalogue.map(({ name }) => name));
  }

  /** Returns the callable tools of the caller by name. */
  async list(request: McpRequest): Promise<NamedTool[]> {
    const { tools, more } = await this.metaTasks.offered(request.project.id);
    const hidden = await this.hidden(request, more);
    const fixed = (more ? [...this.fixed, ...this.catalogue] : this.fixed).filter(
      ({ name, scope }) => !hidden.has(name) && hasScope(request, scope),
    );
    const runnable = hasScope(request, 'tasks:write')
      ? tools.filter(({ identifier }) => !this.byName.has(identifier))
      : [];
    const { slug } = request.project;
    return [...fixed.map(fixedJson), ...runnable.map((tool) => metaTaskJson(tool, slug))]
      .filter(({ name }) => request.tools(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Calls a tool. Returns null if the caller has no tool with this name. */
  async call(name: string, args: JsonObject, call: ToolCall): Promise<ToolResult | null> {
    const { request } = call;
    if (!request.tools(name)) return null;
    const fixed = this.byName.get(name);
    const tool = fixed ?? (await this.metaTasks.get(request.project.id, name));
    if (tool === null) return null;
    try {
      return await ('scope' in tool
        ? this.callFixed(tool, args, call)
        : this.calls.run(call, tool, args));
    } catch (error) {
      if (error instanceof MetarunError && error.kind !== 'internal') return toFailureResult(error);
      throw error;
    }
  }

  private async callFixed(tool: FixedTool, args: JsonObject, call: ToolCall): Promise<ToolResult> {
    const { project } = call.request;
    assertScope(call.request, tool.scope);
    const issues = await this.schemas.validate(JSON.stringify(tool.inputSchema), args, project.id, {
      waits: false,
    });
    if (issues.length > 0)
      throw new MetarunError('validation_failed', `${describeIssues(issues)}.`, { errors: issues });
    return tool.call(args, call);
  }

  private async hidden({ project }: McpRequest, more: boolean): Promise<ReadonlySet<string>> {
    const approvals = await this.settings.approvals(project.id);
    const decides = approvals === 'on' || approvals === 'on_self';
    return new Set([...(decides ? [] : [DECIDE_TOOL]), ...(more ? [] : this.catalogueNames)]);
  }
}

function fixedJson({ name, title, description, inputSchema, hints }: FixedTool): NamedTool {
  return { name, title, description, inputSchema, annotations: { title, ...hints } };
}

const HINTS = {
  read_only: 'readOnlyHint',
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
} as const;

/** Returns a meta-task as a tool. Models choose by description, so one without gets at least a generic description. */
function metaTaskJson(tool: MetaTaskTool, project: string): NamedTool {
  const annotations: Record<string, Json> = { title: tool.title };
  for (const [name, hint] of Object.entries(HINTS))
    if (tool.hints[name] !== undefined) annotations[hint] = tool.hints[name];
  return {
    name: tool.identifier,
    title: tool.title,
    description:
      tool.description ?? `Runs the meta-task "${tool.title}" of the project "${project}".`,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema !== null && { outputSchema: tool.outputSchema }),
    annotations,
  };
}
