import type { EntryKind } from '../catalogue/entry.js';

export const META_TASK: EntryKind = {
  noun: 'meta-task',
  path: 'task-types',
  parameter: 'task_type',
  table: 'task_types',
  owner: 'task_type_id',
  quota: 'maxMetaTasks',
  versionQuota: 'maxMetaTaskVersions',
  unread: ['program_code', 'program_source_map'],
  large: ['script', 'program_lock', 'params_schema', 'inferred_params_schema', 'result_schema'],
  unnamed: 'meta-task',
};
