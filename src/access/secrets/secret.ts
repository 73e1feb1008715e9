/** Pattern of a secret's name, and the same in words. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
export const SECRET_NAME_RULE =
  'has 1 to 100 letters, digits and "_", and does not begin with a digit';

/** Maximum length of a value, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 64 * 1024;

/** Returns the place that authenticates a secret of a project; see `seal`. */
export function buildSecretPlace(projectId: string, name: string): string {
  return `${projectId}/${name}`;
}

/** Maximum number of hosts per secret. */
export const MAX_HOSTS = 100;
