import type { ListedVersion, MetaTask } from '../../api/types.js';

/** Members of a version that are not settings. */
const NOT_SETTINGS = new Set<keyof MetaTask>([
  ...(['id', 'identifier', 'version', 'current_version', 'created_by', 'created_at'] as const),
  ...([
    'version_created_at',
    'note',
    'updated_at',
    'archived_at',
    'script',
    'dependency_lock',
    'large_script',
    'docker_image_version_id',
  ] as const),
]);

/** Returns the names of the settings that differ between two versions. */
export function changedSettings(before: ListedVersion, after: ListedVersion): (keyof MetaTask)[] {
  return (Object.keys(after) as (keyof MetaTask)[]).filter(
    (name) =>
      !NOT_SETTINGS.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
