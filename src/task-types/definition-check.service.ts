import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { Database } from '../database/database.js';
import { WorkspaceEntity } from '../database/entities/workspace.entity.js';
import { invalidField, MetarunError } from '../kernel/errors.js';
import type { Json, JsonObject } from '../kernel/json.js';
import { isWider } from '../kernel/network.js';
import type { CheckResult, Diagnostic, Program } from '../runtime/runtime.js';
import { Runtimes } from '../runtime/runtimes.js';
import { faultsAt, toldFaults } from '../schema/schema-fault.js';
import { SchemaValidator } from '../schema/schema-validator.js';
import type { Definition } from './definition.js';

/** What a version has besides its definition. */
export interface Prepared {
  /** Null where there is no script. */
  program: Program | null;
  /** What the script's own types say of its params, where the definition has no `params_schema` and they say anything. */
  inferredParamsSchema: JsonObject | null;
}

type Compiled = Extract<CheckResult, { ok: true }>;

/** Decides whether a definition can be honoured here. What cannot be is refused, never ignored. */
@Injectable()
export class DefinitionCheck {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly runtimes: Runtimes,
    private readonly schemas: SchemaValidator,
  ) {}

  /**
   * Makes ready what a version of the definition needs. `lock`: of a version with the same script, which is kept.
   * Throws MetarunError for the first kind of fault found.
   */
  async prepare(
    projectId: string,
    definition: Definition,
    lock: string | null = null,
  ): Promise<Prepared> {
    this.checkAvailable(definition);
    this.checkLimits(definition);
    this.checkNetwork(definition);
    checkRetries(definition);
    checkConcurrency(definition);
    await this.checkWorkspace(projectId, definition.workspace_id);
    await this.checkSchema('params_schema', definition.params_schema);
    await this.checkSchema('result_schema', definition.result_schema);
    if (definition.script === null) return { program: null, inferredParamsSchema: null };
    const { program, paramsSchema } = await this.compile(definition, definition.script, lock);
    const wanted = definition.params_schema === null && paramsSchema !== null;
    const usable = wanted && (await this.schemas.check(paramsSchema)).length === 0;
    return { program, inferredParamsSchema: usable ? paramsSchema : null };
  }

  private checkAvailable(definition: Definition): void {
    const needs: [boolean, string, string][] = [
      [
        definition.execution_mode === 'agent',
        'execution_mode',
        'agents need a language model, and none is configured here; use "script"',
      ],
      [
        definition.extract_memory,
        'extract_memory',
        'memories are distilled by a language model, and none is configured here; use false',
      ],
      [
        definition.allow_mcp,
        'allow_mcp',
        'this installation offers scripts no MCP servers; use false',
      ],
    ];
    for (const [wanted, field, message] of needs)
      if (wanted)
        throw new MetarunError('not_available', `${field}: ${message}.`, {
          errors: [{ pointer: `/${field}`, message }],
        });
    if (definition.agent_id !== null) throw unknownBinding('agent_id', 'agent');
    if (definition.docker_image_id !== null)
      throw unknownBinding('docker_image_id', 'Docker image');
  }

  private checkLimits({
    timeout_seconds: timeout,
    memory_mb: memory,
    cpu_seconds: cpu,
  }: Definition): void {
    const { maxTimeoutSeconds, maxMemoryMb, maxCpuSeconds } = this.config;
    if (timeout !== null && timeout > maxTimeoutSeconds)
      throw invalidField(
        '/timeout_seconds',
        `this installation allows ${maxTimeoutSeconds} s at most`,
      );
    if (memory !== null && memory > maxMemoryMb)
      throw invalidField('/memory_mb', `this installation allows ${maxMemoryMb} MiB at most`);
    if (cpu !== null && maxCpuSeconds > 0 && cpu > maxCpuSeconds)
      throw invalidField('/cpu_seconds', `this installation allows ${maxCpuSeconds} s at most`);
  }

  private checkNetwork({ network, allowed_hosts: hosts }: Definition): void {
    const { maxNetwork } = this.config;
    if (isWider(network, maxNetwork))
      throw invalidField('/network', `this installation allows "${maxNetwork}" at most`);
    if (network === 'restricted' && hosts.length === 0)
      throw invalidField(
        '/allowed_hosts',
        'is needed with the network "restricted": name the hosts',
      );
    if (network !== 'restricted' && hosts.length > 0)
      throw invalidField(
        '/allowed_hosts',
        `goes with the network "restricted" alone, and this one is "${network}"; change either`,
      );
  }

  private async checkWorkspace(projectId: string, id: string | null): Promise<void> {
    if (id === null) return;
    const found = await this.database.read.existsBy(WorkspaceEntity, {
      id,
      project_id: projectId,
      deleted_at: IsNull(),
    });
    if (!found) throw unknownBinding('workspace_id', 'workspace');
  }

  private async checkSchema(field: string, schema: Json): Promise<void> {
    if (schema === null) return;
    const faults = await this.schemas.check(schema);
    if (faults.length === 0) return;
    const errors = faultsAt(`/${field}`, faults);
    throw new MetarunError('invalid_schema', `${toldFaults(errors)}.`, { errors });
  }

  private async compile(
    definition: Definition,
    script: string,
    lock: string | null,
  ): Promise<Compiled> {
    const result = await this.runtimes.get(definition.script_language).check(script, lock);
    if (result.ok) return result;
    const errors = result.diagnostics.map((found) => ({
      pointer: '/script',
      message: found.message,
      ...(found.line === null ? {} : { line: found.line }),
      ...(found.column === null ? {} : { column: found.column }),
    }));
    const told = result.diagnostics.map(described).join('; ');
    throw new MetarunError('invalid_script', told, { errors });
  }
}

function checkRetries(definition: Definition): void {
  if (definition.retry_max_delay_seconds < definition.retry_delay_seconds)
    throw invalidField(
      '/retry_max_delay_seconds',
      `must be at least retry_delay_seconds, which is ${definition.retry_delay_seconds}`,
    );
}

function checkConcurrency(definition: Definition): void {
  if (definition.concurrency_key !== null && definition.concurrency_limit === null)
    throw invalidField(
      '/concurrency_key',
      'goes with a concurrency_limit alone, and there is none; give one, or leave the key out',
    );
}

function described({ message, line, column }: Diagnostic): string {
  if (line === null) return message;
  return column === null
    ? `Line ${line}: ${message}`
    : `Line ${line}, column ${column}: ${message}`;
}

function unknownBinding(field: string, what: string): MetarunError {
  const message = `there is no such ${what} in this project`;
  return new MetarunError('unknown_binding', `${field}: ${message}.`, {
    errors: [{ pointer: `/${field}`, message }],
  });
}
