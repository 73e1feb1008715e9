/** Scopes that an API key may have, least first within each group. */
export const SCOPES = [
  'tasks:read',
  'tasks:write',
  'files:read',
  'files:write',
  'approvals:write',
  'events:read',
  'memories:read',
  'memories:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Roles that a member may have in a project; each includes those before it. */
export const ROLES = ['viewer', 'author', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export function isScope(text: unknown): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

export function isRole(text: unknown): text is Role {
  return ROLES.some((role) => role === text);
}

/** Returns whether the role `held` includes everything that `needed` allows. */
export function roleCovers(held: Role, needed: Role): boolean {
  return ROLES.indexOf(held) >= ROLES.indexOf(needed);
}

export function lesserRole(a: Role, b: Role): Role {
  return roleCovers(a, b) ? b : a;
}

/** Returns the scopes that an access token with this role has on the task and file endpoints. */
export function listRoleScopes(role: Role): readonly Scope[] {
  return role === 'viewer' ? SCOPES.filter((scope) => scope.endsWith(':read')) : SCOPES;
}

/** Parses a role stored in the database. */
export function storedRole(text: string): Role {
  if (!isRole(text))
    throw new Error(`The database holds the unknown role ${JSON.stringify(text)}.`);
  return text;
}

/** Parses scopes stored in the database as a JSON array. Scopes unknown to this version are ignored. */
export function storedScopes(json: string): readonly Scope[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter(isScope) : [];
}
