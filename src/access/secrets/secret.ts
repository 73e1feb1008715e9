/** The longest value of a secret, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 64 * 1024;

/** Returns the place that a secret of a project is sealed for. */
export function placeOf(projectId: string, name: string): string {
  return `${projectId}/${name}`;
}

/** Hosts that one secret may list. */
export const MAX_HOSTS = 100;
