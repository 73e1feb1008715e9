/** Maximum length of a value, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 64 * 1024;

/** Returns the place that authenticates a secret of a project; see `seal`. */
export function buildSecretPlace(projectId: string, name: string): string {
  return `${projectId}/${name}`;
}

/** Maximum number of hosts per secret. */
export const MAX_HOSTS = 100;
