/** The parts of the work of an installation that a process may do. */
export const ROLES = ['api', 'keeper', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const ALL_ROLES = 'all';

/** Returns the roles of the setting METARUN_ROLE, in their order; null for a text that names none. */
export function readRoles(text: string): readonly Role[] | null {
  if (text === ALL_ROLES) return ROLES;
  const named = text.split(',').map((role) => role.trim());
  const found = ROLES.filter((role) => named.includes(role));
  return found.length === named.length ? found : null;
}
