import type { ChangedMetaTask, MetaTask, NewMetaTask } from '../../api/types.js';

const SETTINGS = [
  'name',
  'description',
  'timeout_seconds',
  'max_attempts',
  'network',
  'allowed_hosts',
  'docker_image_id',
  'mcp',
] as const satisfies readonly (keyof NewMetaTask)[];

/** Settings that the editor changes besides the script. */
export type Settings = Pick<NewMetaTask, (typeof SETTINGS)[number]>;

/** Returns the settings of a definition, with its identifier if it has one. */
export function selectSettings(definition: NewMetaTask): Partial<NewMetaTask> {
  const { identifier } = definition;
  return {
    ...Object.fromEntries(SETTINGS.map((name) => [name, definition[name]])),
    ...(identifier != null && { identifier }),
  };
}

/** Returns the definition of a version, without the fields that only the server sets. */
export function toDefinition(metaTask: MetaTask | ChangedMetaTask): NewMetaTask {
  const {
    id: _id,
    identifier,
    version: _version,
    current_version: _current,
    created_by: _by,
    note: _note,
    created_at: _at,
    version_created_at: _versionAt,
    updated_at: _updated,
    archived_at: _archived,
    dependency_lock: _lock,
    large_script: _large,
    docker_image_version_id: _imageVersion,
    docker_image_digest: _digest,
    params_schema: schema,
    params_schema_inferred: inferred,
    warnings: _warnings,
    ...fields
  }: MetaTask & Partial<ChangedMetaTask> = metaTask;
  return { ...fields, identifier, params_schema: inferred ? null : schema } as NewMetaTask;
}

/** Returns the members of a definition that differ from those of another one. */
export function diffDefinitions(before: NewMetaTask, after: NewMetaTask): Partial<NewMetaTask> {
  const old: Record<string, unknown> = { ...before };
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        name !== 'identifier' &&
        JSON.stringify(value ?? null) !== JSON.stringify(old[name] ?? null),
    ),
  );
}

/** Trims the identifier. Omits a blank one, so that the server derives it from the name. */
export function withIdentifier({ identifier, ...definition }: NewMetaTask): NewMetaTask {
  return identifier == null || identifier.trim() === ''
    ? definition
    : { ...definition, identifier: identifier.trim() };
}
