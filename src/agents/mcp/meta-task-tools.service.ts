import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { hasText, buildLikePattern } from '../../platform/database/has-text.js';
import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import { GOAL_PARAMS } from '../../tasks/meta-tasks/params-goal.js';

/**
 * Maximum number of meta-tasks that are all offered as tools; beyond it, only the {@link MOST_USED} and the pinned
 * ones are.
 */
export const MAX_TOOLS = 50;
export const MOST_USED = 20;
/** Maximum number of pinned meta-tasks offered as tools in such a project, since a client reads them all. */
const MAX_PINNED = 200;
/** Number of latest tasks that determine which meta-tasks are used. */
const LATEST_TASKS = 1_000;

/**
 * Maximum number of a meta-task's examples in its tool, and maximum length of an example's params in characters of
 * JSON.
 */
const SHOWN_EXAMPLES = 3;
const MAX_EXAMPLE = 4_000;

/**
 * Maximum length of a tool's schema in characters of JSON: answers contain many tools, and no model reads a longer
 * one.
 */
export const MAX_TOOL_SCHEMA = 16 * 1024;

/** A meta-task as a tool. */
export interface MetaTaskTool {
  identifier: string;
  title: string;
  description: string | null;
  inputSchema: JsonObject;
  /** Null if the result is not known to be an object. */
  outputSchema: JsonObject | null;
  hints: JsonObject;
}

interface Row {
  id: string;
  identifier: string;
  name: string;
  description: string | null;
  execution_mode: string;
  script: string | null;
  params_schema: string | null;
  inferred_params_schema: string | null;
  result_schema: string | null;
  /** Length of the params schema in characters, or null. */
  params_length: number | null;
  mcp_hints: string | null;
}

const FROM = `FROM task_types type JOIN task_type_versions version
  ON version.task_type_id = type.id AND version.version = type.current_version
  WHERE type.project_id = ? AND type.archived_at IS NULL AND version.program_code IS NOT NULL
    AND version.mcp <> 'hidden'`;
const COLUMNS = `type.id AS id, type.identifier AS identifier, version.name AS name, version.description AS description,
  version.execution_mode AS execution_mode,
  CASE WHEN version.script IS NULL THEN NULL ELSE '' END AS script,
  ${short('params_schema')}, ${short('inferred_params_schema')}, ${short('result_schema')},
  LENGTH(COALESCE(version.params_schema, version.inferred_params_schema)) AS params_length, version.mcp_hints AS mcp_hints`;

/** Returns the SQL of a schema's column, which is null if the schema is too long for a tool. */
function short(column: string): string {
  return `CASE WHEN LENGTH(version.${column}) <= ${MAX_TOOL_SCHEMA} THEN version.${column} END AS ${column}`;
}

/** Provides the meta-tasks of projects as tools for MCP clients. */
@Injectable()
export class MetaTaskTools {
  constructor(private readonly database: Database) {}

  /** Returns the offered tools by identifier. `more`: there are further meta-tasks. */
  async offered(projectId: string): Promise<{ tools: MetaTaskTool[]; more: boolean }> {
    const all = await this.database.query<{ identifier: string }>(
      `SELECT type.identifier AS identifier ${FROM} ORDER BY type.identifier LIMIT ?`,
      [projectId, MAX_TOOLS + 1],
    );
    const more = all.length > MAX_TOOLS;
    const names = all.map(({ identifier }) => identifier);
    const shown = more
      ? [...(await this.pinned(projectId)), ...(await this.used(projectId))]
      : names;
    const rows = await this.named(projectId, shown);
    return { tools: await this.withExamples(projectId, rows), more };
  }

  /** Returns the tools with the text in their identifier, name or description, by identifier. */
  async find(projectId: string, text: string, limit: number): Promise<MetaTaskTool[]> {
    const pattern = buildLikePattern(text);
    const rows = await this.select(
      `AND (${hasText('type.identifier')} OR ${hasText('version.name')} OR ${hasText('version.description')})
       ORDER BY type.identifier LIMIT ?`,
      [projectId, pattern, pattern, pattern, limit],
    );
    return this.withExamples(projectId, rows);
  }

  /** Returns a tool by identifier; null if it is not offered to MCP clients. */
  async get(projectId: string, identifier: string): Promise<MetaTaskTool | null> {
    const [row] = await this.named(projectId, [identifier]);
    return row === undefined ? null : toMetaTaskTool(row);
  }

  private async named(projectId: string, names: readonly string[]): Promise<Row[]> {
    if (names.length === 0) return [];
    const places = names.map(() => '?').join(', ');
    return this.select(`AND type.identifier IN (${places}) ORDER BY type.identifier`, [
      projectId,
      ...names,
    ]);
  }

  private async pinned(projectId: string): Promise<string[]> {
    const rows = await this.database.query<{ identifier: string }>(
      `SELECT type.identifier AS identifier ${FROM} AND version.mcp = 'pinned' ORDER BY type.identifier LIMIT ?`,
      [projectId, MAX_PINNED],
    );
    return rows.map(({ identifier }) => identifier);
  }

  /**
   * Returns the identifiers of the meta-tasks most used by the latest tasks, followed by others by identifier. Pinned
   * ones are not included.
   */
  private async used(projectId: string): Promise<string[]> {
    const rows = await this.database.query<{ identifier: string }>(
      `SELECT type.identifier AS identifier, COALESCE(used.tasks, 0) AS tasks
       FROM task_types type JOIN task_type_versions version
         ON version.task_type_id = type.id AND version.version = type.current_version
       LEFT JOIN (SELECT task_type, COUNT(*) AS tasks FROM
         (SELECT task_type FROM tasks WHERE project_id = ? ORDER BY created_at DESC, id DESC LIMIT ?) AS latest
         GROUP BY task_type) AS used ON used.task_type = type.identifier
       WHERE type.project_id = ? AND type.archived_at IS NULL AND version.program_code IS NOT NULL
         AND version.mcp = 'auto'
       ORDER BY tasks DESC, type.identifier LIMIT ?`,
      [projectId, LATEST_TASKS, projectId, MOST_USED],
    );
    return rows.map(({ identifier }) => identifier);
  }

  private select(end: string, values: (string | number)[]): Promise<Row[]> {
    return this.database.query<Row>(`SELECT ${COLUMNS} ${FROM} ${end}`, values);
  }

  /**
   * Returns tools with the first examples of their meta-tasks in the schemas, as the protocol has no other place for
   * them.
   */
  private async withExamples(projectId: string, rows: readonly Row[]): Promise<MetaTaskTool[]> {
    if (rows.length === 0) return [];
    const found = await this.database.query<{ id: string; params: string }>(
      `SELECT id, params FROM (
         SELECT task_type_id AS id, name, params, ROW_NUMBER() OVER (PARTITION BY task_type_id ORDER BY name) AS place
         FROM task_type_examples
         WHERE project_id = ? AND LENGTH(params) <= ? AND task_type_id IN (${rows.map(() => '?').join(', ')})) AS numbered
       WHERE place <= ? ORDER BY name`,
      [projectId, MAX_EXAMPLE, ...rows.map(({ id }) => id), SHOWN_EXAMPLES],
    );
    const byId = Map.groupBy(found, ({ id }) => id);
    return rows.map((row) => {
      const tool = toMetaTaskTool(row);
      const examples = byId.get(row.id)?.map(({ params }) => JSON.parse(params) as JsonObject);
      if (examples === undefined || tool.inputSchema['examples'] !== undefined) return tool;
      return { ...tool, inputSchema: { ...tool.inputSchema, examples } };
    });
  }
}

function toMetaTaskTool(row: Row): MetaTaskTool {
  const params = readParamsSchema(row);
  const result = parsed(row.result_schema);
  const needsGoal =
    row.execution_mode === 'agent' && row.script === null && row.params_length !== null;
  return {
    identifier: row.identifier,
    title: row.name,
    // The inferred schema contains the docstring of `run`.
    description: row.description ?? readDescription(parsed(row.inferred_params_schema)),
    // Params are always an object, even if the schema does not say so.
    inputSchema: { ...(needsGoal ? goalSchemaWith(params) : params), type: 'object' },
    outputSchema: result?.['type'] === 'object' ? result : null,
    hints: parsed(row.mcp_hints) ?? {},
  };
}

function readParamsSchema(row: Row): JsonObject {
  const length = Number(row.params_length ?? 0);
  if (length > MAX_TOOL_SCHEMA)
    return {
      description: `The schema of the params has ${length} characters, which is too long for a tool: the error of a call names what does not fit it.`,
    };
  return parsed(row.params_schema) ?? parsed(row.inferred_params_schema) ?? {};
}

function readDescription(schema: JsonObject | null): string | null {
  const description = schema?.['description'];
  return typeof description === 'string' ? description : null;
}

function parsed(text: string | null): JsonObject | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  return isJsonObject(value) ? value : null;
}

/** Returns a params schema with the goal that an agent's task without a contract requires. */
function goalSchemaWith(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  const goal = GOAL_PARAMS['properties'];
  return {
    ...schema,
    properties: {
      ...(isJsonObject(goal) ? goal : {}),
      ...(isJsonObject(properties) ? properties : {}),
    },
    required: [
      'goal',
      ...(Array.isArray(required) ? required.filter((one) => one !== 'goal') : []),
    ],
  };
}
