import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { Database, SqlValue } from '../../../platform/database/database.js';
import { hasText, buildLikePattern } from '../../../platform/database/has-text.js';
import type { Page } from '../../../platform/wire/page.js';
import { storedRole } from '../../auth/roles.js';
import { IDLE_MS } from '../../auth/sessions/session-terms.js';
import { LISTED_PROJECTS } from './user.js';
import type { UserDto } from './user.dto.js';

/** Maximum number of projects listed for a single user. */
const READ_PROJECTS = 1_000;

/** Conditions that the listed users meet. */
export interface UserFilter {
  /** Part of the name; case-insensitive. */
  q?: string | undefined;
  /** True to list only administrators of the installation. */
  admins: boolean;
}

interface UserRow {
  id: string;
  name: string;
  is_admin: boolean | number;
  created_at: number;
  last_used_at: number | null;
  tokens: number;
  sessions: number;
  project_count: number;
}

interface ProjectRow {
  user_id: string;
  id: string;
  slug: string;
  name: string;
  role: string;
}

const VALID = 't.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)';
const USERS = `
  SELECT u.id, u.name, u.is_admin, u.created_at,
    (SELECT MAX(t.last_used_at) FROM access_tokens t WHERE t.user_id = u.id) AS last_used_at,
    (SELECT COUNT(*) FROM access_tokens t WHERE t.user_id = u.id AND ${VALID}) AS tokens,
    (SELECT COUNT(*) FROM access_tokens t JOIN sessions s ON s.token_id = t.id
      WHERE t.user_id = u.id AND ${VALID} AND s.expires_at > ? AND s.last_used_at > ?) AS sessions,
    (SELECT COUNT(*) FROM members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = u.id AND p.archived_at IS NULL) AS project_count
  FROM users u`;

/** Lists users, newest first. */
export async function listUsers(
  database: Database,
  { q, admins }: UserFilter,
  { limit, offset }: Page,
): Promise<UserDto[]> {
  const where = admins ? ['u.is_admin'] : [];
  const values: SqlValue[] = [];
  if (q !== undefined) {
    where.push(hasText('u.name'));
    values.push(buildLikePattern(q));
  }
  const sql = `${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
    ORDER BY u.created_at DESC, u.id DESC LIMIT ? OFFSET ?`;
  return read(database, sql, [...values, limit, offset], LISTED_PROJECTS);
}

/** Returns a user; null if no user has this id. */
export async function readUser(database: Database, id: string): Promise<UserDto | null> {
  const [user] = await read(database, 'WHERE u.id = ?', [id], READ_PROJECTS);
  return user ?? null;
}

async function read(
  database: Database,
  sql: string,
  values: readonly SqlValue[],
  projects: number,
): Promise<UserDto[]> {
  const now = Date.now();
  const users = await database.query<UserRow>(`${USERS} ${sql}`, [
    now,
    now,
    now,
    now - IDLE_MS,
    ...values,
  ]);
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const rows = await database.query<ProjectRow>(
    `SELECT user_id, id, slug, name, role FROM (
       SELECT m.user_id, p.id, p.slug, p.name, m.role, ROW_NUMBER() OVER (
         PARTITION BY m.user_id ORDER BY p.created_at DESC, p.id DESC) AS place
       FROM members m JOIN projects p ON p.id = m.project_id
       WHERE m.user_id IN (${ids.map(() => '?').join()}) AND p.archived_at IS NULL) AS theirs
     WHERE place <= ? ORDER BY user_id, place`,
    [...ids, projects],
  );
  return users.map((user) =>
    userDto(
      user,
      rows.filter(({ user_id }) => user_id === user.id),
    ),
  );
}

function userDto(row: UserRow, projects: readonly ProjectRow[]): UserDto {
  return {
    id: row.id,
    name: row.name,
    is_admin: Boolean(row.is_admin),
    created_at: isoTime(row.created_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
    tokens: Number(row.tokens),
    sessions: Number(row.sessions),
    project_count: Number(row.project_count),
    projects: projects.map(({ id, slug, name, role }) => ({
      id,
      slug,
      name,
      role: storedRole(role),
    })),
  };
}
