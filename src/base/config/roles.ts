/** The parts of an installation's work that a process may do. */
export const ROLES = ['api', 'keeper', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const ALL_ROLES = 'all';

/** Returns the roles that METARUN_ROLE names, in their canonical order; null if it contains an unknown or repeated name. */
export function readRoles(text: string): readonly Role[] | null {
  if (text === ALL_ROLES) return ROLES;
  const named = text.split(',').map((role) => role.trim());
  const found = ROLES.filter((role) => named.includes(role));
  return found.length === named.length ? found : null;
}
