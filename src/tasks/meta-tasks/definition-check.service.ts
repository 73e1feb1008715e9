import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { IsNull } from 'typeorm';
import type { Config } from '../../base/config/settings.js';
import { Database } from '../../platform/database/database.js';
import { WorkerRows } from '../../workflow/engine/workers/worker-rows.js';
import { WorkspaceEntity } from '../../access/projects/workspace.entity.js';
import { type FieldError, invalidField, MetarunError } from '../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { CheckResult } from '../../sandbox/runtime/runtime.js';
import { Runtimes } from '../../sandbox/runtime/runtimes.js';
import { quoted } from '../../base/kernel/quoted.js';
import { issuesAt, describeIssues } from '../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { type DefinitionError, definitionErrors } from './definition-rules.js';
import type { Definition } from './fields.js';
import { type Kept, NOTHING_KEPT, type Prepared } from './prepared.js';
import { META_TASK_ERRORS } from './errors.js';
import { type BoundImage, ImageBindings } from '../images/image-bindings.js';
import { AgentPort } from './agent-port.js';
import { invalidScript } from './invalid-script.js';

const NO_MCP =
  'there are no MCP servers here: an administrator of the project adds one by POST …/mcp-servers; or use false';

type Compiled = Extract<CheckResult, { ok: true }>;

/** Port: the features of a project that meta-tasks require. */
export abstract class ProjectAbilities {
  /** Throws MetarunError if no model extracts memories. */
  abstract memoryModel(projectId: string): Promise<unknown>;
  /** Returns whether there is an MCP server. */
  abstract hasMcp(projectId: string): Promise<boolean>;
}

/** Decides whether a definition can be carried out here. If not, it is refused, never ignored. */
@Injectable()
export class DefinitionCheck {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly runtimes: Runtimes,
    private readonly schemas: SchemaValidator,
    private readonly agents: AgentPort,
    private readonly project: ProjectAbilities,
    @Inject(WorkerRows) private readonly workers: Pick<WorkerRows, 'knownTags'>,
    @Inject(ImageBindings) private readonly images: Pick<ImageBindings, 'find'>,
  ) {}

  /** Prepares what a version of the definition needs. Throws MetarunError for the first kind of error found. */
  async prepare(
    projectId: string,
    definition: Definition,
    kept: Kept = NOTHING_KEPT,
  ): Promise<Prepared> {
    const { value: error } = definitionErrors(definition, this.config).next();
    if (error !== undefined) throw refusal(error);
    for (const check of this.listChecks(projectId, definition, kept)) await check();
    return this.prepareProgram(projectId, definition, kept);
  }

  /** Returns all errors that {@link prepare} could throw, and its result if the script itself has no error. */
  async report(
    projectId: string,
    definition: Definition,
    kept: Kept,
  ): Promise<{ errors: FieldError[]; prepared: Prepared | null }> {
    const errors = [...definitionErrors(definition, this.config)].flatMap((error) => [
      ...refusal(error).errors,
    ]);
    const tried = async <T>(work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MetarunError)) throw error;
        const { errors: own, message } = error;
        errors.push(...(own.length > 0 ? own : [{ pointer: '/script', message }]));
        return null;
      }
    };
    for (const check of this.listChecks(projectId, definition, kept)) await tried(check);
    // An error of the image has been reported.
    const image = await this.resolveImage(projectId, definition, kept).catch(() => null);
    const prepared = await tried(() => this.prepareWith(projectId, definition, kept, image));
    return { errors, prepared };
  }

  /** Returns the checks of the resources that a definition names, besides its program. */
  private listChecks(
    projectId: string,
    definition: Definition,
    kept: Kept,
  ): (() => Promise<void>)[] {
    return [
      async () => {
        if (definition.allow_mcp && !(await this.project.hasMcp(projectId)))
          throw refusal({ kind: 'unavailable', field: 'allow_mcp', message: NO_MCP });
      },
      async () => {
        if (definition.extract_memory) await this.checkMemoryModel(projectId);
      },
      async () => void (await this.resolveAgent(projectId, definition)),
      async () => void (await this.resolveImage(projectId, definition, kept)),
      () => this.checkTags(definition.runs_on),
      () => this.checkWorkspace(projectId, definition.workspace_id),
      () => this.checkSchema(projectId, 'params_schema', definition.params_schema),
      () => this.checkSchema(projectId, 'result_schema', definition.result_schema),
    ];
  }

  private async prepareProgram(
    projectId: string,
    definition: Definition,
    kept: Kept,
  ): Promise<Prepared> {
    const image = await this.resolveImage(projectId, definition, kept);
    return this.prepareWith(projectId, definition, kept, image);
  }

  private async prepareWith(
    projectId: string,
    definition: Definition,
    { lock }: Kept,
    image: BoundImage | null,
  ): Promise<Prepared> {
    if (definition.execution_mode === 'agent') {
      const agent = await this.resolveAgent(projectId, definition);
      return this.agents.prepare(projectId, definition, agent);
    }
    if (definition.script === null) return { program: null, inferredParamsSchema: null, image };
    const { program, paramsSchema } = await this.compile(
      projectId,
      definition,
      definition.script,
      lock,
    );
    const inferred =
      definition.params_schema === null ? paramsSchema : descriptionAlone(paramsSchema);
    const usable =
      inferred !== null &&
      (await this.schemas.check(inferred, projectId, { waits: false })).length === 0;
    return { program, inferredParamsSchema: usable ? inferred : null, image };
  }

  private async checkMemoryModel(projectId: string): Promise<void> {
    try {
      await this.project.memoryModel(projectId);
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      throw refusal({
        kind: 'unavailable',
        field: 'extract_memory',
        message:
          'memories are distilled by a language model, and none can be resolved here: set "memory_model" of the project or METARUN_DEFAULT_MODEL, or use false',
      });
    }
  }

  private async resolveAgent(
    projectId: string,
    { agent_id: id, execution_mode: mode }: Definition,
  ): Promise<string | null> {
    if (id === null) return null;
    const agent = await this.agents.currentVersion(projectId, id, '/agent_id');
    if (agent === null)
      throw unknownBinding(
        'agent_id',
        `there is no agent ${quoted(id)} in this project: GET …/agents shows the ids`,
      );
    if (mode !== 'agent')
      throw invalidField(
        '/agent_id',
        `goes with the execution_mode "agent" alone, and this one is "${mode}"; change either`,
      );
    return agent;
  }

  private async resolveImage(
    projectId: string,
    definition: Definition,
    { imageVersionId: kept }: Kept,
  ): Promise<BoundImage | null> {
    const { docker_image_id: id, execution_mode: mode, script_language: language } = definition;
    if (id === null) return null;
    if (mode !== 'script')
      throw invalidField(
        '/docker_image_id',
        `goes with the execution_mode "script" alone, and this one is "${mode}"; change either`,
      );
    const found = await this.images.find(projectId, id, { language, kept });
    if (found !== null) return found;
    throw unknownBinding(
      'docker_image_id',
      `there is no image ${quoted(id)} in this project: GET …/images shows the ids`,
    );
  }

  private async checkTags(tags: readonly string[]): Promise<void> {
    if (tags.length === 0) return;
    const known = await this.workers.knownTags();
    const errors = tags.flatMap((tag, at) =>
      known.includes(tag)
        ? []
        : [
            {
              pointer: `/runs_on/${at}`,
              message: `no worker has ever had the tag ${quoted(tag)}; ${known.length === 0 ? 'start one with METARUN_WORKER_TAGS' : `known are ${known.join(', ')}`}`,
            },
          ],
    );
    const [first] = errors;
    if (first === undefined) return;
    throw new MetarunError(META_TASK_ERRORS.unknown_tags, `runs_on: ${first.message}.`, { errors });
  }

  private async checkWorkspace(projectId: string, id: string | null): Promise<void> {
    if (id === null) return;
    const found = await this.database.read.existsBy(WorkspaceEntity, {
      id,
      project_id: projectId,
      deleted_at: IsNull(),
    });
    if (!found)
      throw unknownBinding(
        'workspace_id',
        `there is no workspace ${quoted(id)} in this project: GET …/workspaces shows the ids`,
      );
  }

  private async checkSchema(projectId: string, field: string, schema: Json): Promise<void> {
    if (schema === null) return;
    const issues = await this.schemas.check(schema, projectId, { waits: false });
    if (issues.length === 0) return;
    const errors = issuesAt(`/${field}`, issues);
    throw new MetarunError('invalid_schema', `${describeIssues(errors)}.`, { errors });
  }

  private async compile(
    projectId: string,
    definition: Definition,
    script: string,
    lock: string | null,
  ): Promise<Compiled> {
    const runtime = this.runtimes.get(definition.script_language);
    const engine = definition.docker_image_id === null ? definition.runtime : 'image';
    const result = await runtime.check(script, projectId, { engine, lock });
    if (result.ok) return result;
    throw invalidScript(META_TASK_ERRORS.invalid_script, result.diagnostics);
  }
}

function refusal({ kind, field, within = '', message }: DefinitionError): MetarunError {
  if (kind !== 'unavailable') return invalidField(`/${field}${within}`, message);
  return new MetarunError('not_available', `${field}: ${message}.`, {
    errors: [{ pointer: `/${field}`, message }],
  });
}

function unknownBinding(field: string, message: string): MetarunError {
  return new MetarunError(META_TASK_ERRORS.unknown_binding, `${field}: ${message}.`, {
    errors: [{ pointer: `/${field}`, message }],
  });
}

/**
 * Returns the description in an inferred schema, for a script whose author has given the schema of params; null without
 * one.
 */
function descriptionAlone(schema: JsonObject | null): JsonObject | null {
  const description = schema?.['description'];
  return description === undefined ? null : { type: 'object', description };
}
