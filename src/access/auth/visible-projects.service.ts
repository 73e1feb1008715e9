import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Page } from '../../platform/wire/page.js';
import type { ProjectRef, TokenCaller } from './caller.js';
import { lesserRole, type Role, storedRole } from './roles.js';

/** A project with the caller's rights in it. */
export interface VisibleProject extends ProjectRef {
  role: Role;
  /** Ms since the epoch. */
  createdAt: number;
}

interface Row extends ProjectRef {
  created_at: number;
  is_admin: boolean | number;
  member_role: string | null;
}

/** The projects that a user has access to: as a member, or all of them as an administrator. */
@Injectable()
export class VisibleProjects {
  constructor(private readonly database: Database) {}

  /** Lists projects, newest first; all of them without `page`. `caller`: the caller on a path without a project. */
  async list(caller: TokenCaller, page?: Page): Promise<VisibleProject[]> {
    const rows = await this.database.query<Row>(
      `SELECT p.id, p.slug, p.name, p.created_at, u.is_admin, m.role AS member_role
       FROM users u CROSS JOIN projects p
       LEFT JOIN members m ON m.project_id = p.id AND m.user_id = u.id
       WHERE u.id = ? AND p.archived_at IS NULL AND (u.is_admin OR m.role IS NOT NULL)
       ORDER BY p.created_at DESC, p.id DESC${page ? ' LIMIT ? OFFSET ?' : ''}`,
      page ? [caller.userId, page.limit, page.offset] : [caller.userId],
    );
    return rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      createdAt: row.created_at,
      role:
        row.is_admin || row.member_role === null
          ? caller.role
          : lesserRole(caller.role, storedRole(row.member_role)),
    }));
  }
}
