import type { EntryKind } from '../catalogue/entry.js';

export const META_TASK: EntryKind = {
  noun: 'meta-task',
  path: 'task-types',
  parameter: 'task_type',
  table: 'task_types',
  owner: 'task_type_id',
  quota: 'maxMetaTasks',
  versionQuota: 'maxMetaTaskVersions',
  unnamed: 'task-type',
};
