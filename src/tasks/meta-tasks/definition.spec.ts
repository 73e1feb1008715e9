import { describe, expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { SCRIPT_LANGUAGES } from '../../base/languages/index.js';
import { type DefinitionChange, DEFINITIONS, toDefinition } from './definition.js';
import type { Definition } from './fields.js';

const created = (given: DefinitionChange & { name: string }) => DEFINITIONS.created(given);
const changed = (base: Definition, change: DefinitionChange) => DEFINITIONS.changed(base, change);
const same = (one: Definition, other: Definition) => DEFINITIONS.same(one, other);
const columnsOf = (definition: Definition) => DEFINITIONS.toColumns(definition);

describe('a definition', () => {
  it('a new definition fills omitted and null fields with the defaults', () => {
    expect(created({ name: 'x' })).toEqual({
      name: 'x',
      description: null,
      execution_mode: 'script',
      script_language: 'python',
      script: null,
      workspace_id: null,
      agent_id: null,
      docker_image_id: null,
      auto_approve: false,
      extract_memory: false,
      memory: null,
      memory_subject: null,
      allow_mcp: false,
      mcp: 'auto',
      mcp_hints: null,
      runtime: 'isolate',
      isolation: 'reuse',
      runs_on: [],
      network: 'none',
      allowed_hosts: [],
      phases: [],
      params_schema: null,
      result_schema: null,
      timeout_seconds: null,
      memory_mb: null,
      cpu_seconds: null,
      max_tokens: null,
      max_cost_usd: null,
      total_timeout_seconds: null,
      max_attempts: 1,
      retry_delay_seconds: 1,
      retry_factor: 2,
      retry_max_delay_seconds: 300,
      retry_jitter: 0.2,
      retry_on: [
        'script_error',
        'script_crashed',
        'timeout',
        'cpu_limit',
        'out_of_memory',
        'dependency_error',
        'model_error',
        'sandbox_error',
      ],
      priority: 0,
      concurrency_limit: null,
      concurrency_key: null,
    });
    const nulls = { script_language: null, auto_approve: null, timeout_seconds: null };
    expect(created({ name: 'x', ...nulls })).toEqual(created({ name: 'x' }));
  });

  it('a change affects only the given fields, and null restores a default', () => {
    const base = created({ name: 'x', script_language: 'typescript', timeout_seconds: 5 });
    expect(changed(base, {})).toEqual(base);
    expect(changed(base, { script: undefined, memory_mb: 64 })).toEqual({ ...base, memory_mb: 64 });
    expect(changed(base, { timeout_seconds: null }).timeout_seconds).toBeNull();
    expect(changed(base, { script_language: null }).script_language).toBe('python');
    expect(changed(base, { auto_approve: false, description: '' })).toEqual({
      ...base,
      description: '',
    });
  });

  it('a definition keeps its rules of retries until null restores them', () => {
    const rules: DefinitionChange = {
      max_attempts: 7,
      retry_delay_seconds: 0.5,
      retry_factor: 1.5,
      retry_max_delay_seconds: 20,
      retry_jitter: 0,
      retry_on: ['script_error', 'timeout'],
      total_timeout_seconds: 900,
    };
    const one = created({ ...rules, name: 'x' });
    expect(one).toMatchObject(rules);
    expect(same(one, changed(one, { retry_factor: 1.5 }))).toBe(true);
    expect(same(one, changed(one, { retry_factor: 3 }))).toBe(false);
    const nulls = Object.fromEntries(Object.keys(rules).map((name) => [name, null]));
    expect(changed(one, nulls)).toEqual(created({ name: 'x' }));
  });

  it('the order and repetition of retry codes make no difference', () => {
    const one = created({ name: 'x', retry_on: ['timeout', 'script_error', 'timeout'] });
    expect(one.retry_on).toEqual(['script_error', 'timeout']);
    expect(same(one, changed(one, { retry_on: ['script_error', 'timeout'] }))).toBe(true);
    expect(changed(one, { retry_on: null }).retry_on).toEqual(created({ name: 'x' }).retry_on);
  });

  it('a definition ignores fields that definitions do not have', () => {
    const strange = { name: 'x', id: 'forged', __proto__: { script: 'inherited' } };
    expect(Object.keys(created(strange)).sort()).toEqual(
      Object.keys(created({ name: 'x' })).sort(),
    );
    expect(created(strange).script).toBeNull();
    const overriding = changed(created({ name: 'x' }), { toString: 'x' } as object);
    expect(Object.hasOwn(overriding, 'toString')).toBe(false);
  });

  it('two definitions are the same when all their fields are equal', () => {
    const one = created({ name: 'x', params_schema: { type: 'object', required: ['a'] } });
    expect(
      same(one, created({ name: 'x', params_schema: { type: 'object', required: ['a'] } })),
    ).toBe(true);
    expect(same(one, changed(one, { params_schema: { type: 'object', required: ['b'] } }))).toBe(
      false,
    );
    expect(same(one, changed(one, { script: '' }))).toBe(false);
  });
});

describe('the row of a version', () => {
  const definition = created({
    name: 'x',
    script: 'def run(params): return 1',
    auto_approve: true,
    network: 'restricted',
    allowed_hosts: ['api.example.com'],
    phases: ['Loading'],
    params_schema: { type: 'object' },
    retry_on: ['timeout'],
    retry_jitter: 0,
    memory_mb: 64,
  });
  const rowOf = (changes: object = {}): MetaTaskVersionEntity =>
    Object.assign(new MetaTaskVersionEntity(), { ...columnsOf(definition), ...changes });

  it('the row of a version preserves every field of the definition', () => {
    expect(toDefinition(rowOf())).toEqual(definition);
    expect(toDefinition(rowOf({ auto_approve: 1 })).auto_approve).toBe(true);
  });

  it('a version row without retry rules has the default rules', () => {
    const { retry_delay_seconds, retry_on } = created({ name: 'x' });
    expect(toDefinition(rowOf({ retry_rules: null }))).toMatchObject({
      retry_delay_seconds,
      retry_on,
    });
  });

  it('a version row with an unknown script language is an error, never the default', () => {
    for (const language of SCRIPT_LANGUAGES)
      expect(toDefinition(rowOf({ script_language: language })).script_language).toBe(language);
    for (const unknown of ['ruby', 'Python', ''])
      expect(() => toDefinition(rowOf({ script_language: unknown, version: 3 }))).toThrow(
        `Version 3 of the meta-task "x" has the script_language "${unknown}"`,
      );
  });

  it('the version table has a column for each field of a definition', () => {
    const columns = getMetadataArgsStorage()
      .columns.filter(({ target }) => target === MetaTaskVersionEntity)
      .map(({ propertyName }) => propertyName);
    for (const name of Object.keys(columnsOf(definition))) expect(columns).toContain(name);
  });
});
