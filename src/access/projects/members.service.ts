import { Injectable } from '@nestjs/common';
import { noteFormer } from '../audit/former-values.js';
import type { ProjectRef } from '../auth/caller.js';
import { accessRevoked } from '../auth/messages.js';
import { type Role, storedRole } from '../auth/roles.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { UserEntity } from '../auth/user.entity.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { isoTime } from '../../base/kernel/clock.js';
import { invalidField, MetarunError, unknownId } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import type { Page } from '../../platform/wire/page.js';
import type { AddMemberDto, MemberDto } from './member.dto.js';
import { Quotas } from './quotas.service.js';

interface Row {
  user_id: string;
  name: string;
  role: string;
  created_at: number;
}

const MEMBERS = `
  SELECT m.user_id, u.name, m.role, m.created_at
  FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ?`;

/** Manages the members of projects and their roles. A project always keeps an administrator. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly quotas: Quotas,
  ) {}

  /** Lists members, newest first. */
  async list({ id }: ProjectRef, { limit, offset }: Page): Promise<MemberDto[]> {
    const rows = await this.database.query<Row>(
      `${MEMBERS} ORDER BY m.created_at DESC, m.user_id DESC LIMIT ? OFFSET ?`,
      [id, limit, offset],
    );
    return rows.map(memberDto);
  }

  async add({ id }: ProjectRef, { user_id, name, role }: AddMemberDto): Promise<MemberDto> {
    if ((user_id === undefined) === (name === undefined))
      throw invalidField(
        '/user_id',
        'give either user_id, for a user there is, or name, for a new one',
      );
    return this.database.write(async (tx) => {
      await this.quotas.admit(tx, id, 'maxMembers');
      const user = name === undefined ? await findUser(tx, user_id ?? '') : await addUser(tx, name);
      const createdAt = Date.now();
      const made = await tx.query(
        `INSERT INTO members (project_id, user_id, role, created_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (project_id, user_id) DO NOTHING RETURNING user_id`,
        [id, user.id, role, createdAt],
      );
      if (made.length === 0)
        throw new MetarunError(
          'duplicate',
          'This user is a member of the project; PATCH changes the role.',
        );
      return memberDto({ user_id: user.id, name: user.name, role, created_at: createdAt });
    });
  }

  async changeRole({ id }: ProjectRef, userId: string, role: Role): Promise<MemberDto> {
    const changed = await this.database.write(async (tx) => {
      const member = await this.lockMember(tx, id, userId);
      noteFormer({ role: member.role });
      if (role !== 'admin') await keepAnAdmin(tx, id, member);
      await tx.query('UPDATE members SET role = ? WHERE project_id = ? AND user_id = ?', [
        role,
        id,
        member.user_id,
      ]);
      return memberDto({ ...member, role });
    });
    this.bus.publish(accessRevoked, {});
    return changed;
  }

  async remove({ id }: ProjectRef, userId: string): Promise<void> {
    await this.database.write(async (tx) => {
      const member = await this.lockMember(tx, id, userId);
      noteFormer({ name: member.name, role: member.role });
      await keepAnAdmin(tx, id, member);
      await tx.query('DELETE FROM members WHERE project_id = ? AND user_id = ?', [
        id,
        member.user_id,
      ]);
      await tx.query(
        `UPDATE api_keys SET revoked_at = ?
         WHERE project_id = ? AND created_by = ? AND revoked_at IS NULL`,
        [Date.now(), id, member.user_id],
      );
    });
    this.bus.publish(accessRevoked, {});
  }

  /**
   * Finds a member and locks the project, so that two administrators who remove each other at the same time do not both
   * succeed. SQLite has a single writer, so it needs no lock.
   */
  private async lockMember(tx: Transaction, projectId: string, userId: string): Promise<Row> {
    if (!isUuid(userId)) throw unknownId('member', userId, 'members');
    if (this.database.kind === 'postgres')
      await tx.query('SELECT id FROM projects WHERE id = ? FOR UPDATE', [projectId]);
    const [member] = await tx.query<Row>(`${MEMBERS} AND m.user_id = ?`, [
      projectId,
      userId.toLowerCase(),
    ]);
    if (!member) throw unknownId('member', userId, 'members');
    return member;
  }
}

async function findUser({ manager }: Transaction, id: string): Promise<UserEntity> {
  const user = await manager.findOneBy(UserEntity, { id: id.toLowerCase() });
  if (!user)
    throw invalidField(
      '/user_id',
      `there is no user ${quoted(id)}; give "name" in its place to make one`,
    );
  return user;
}

async function addUser({ manager }: Transaction, name: string): Promise<UserEntity> {
  const user = { id: newId(), name, is_admin: false, created_at: Date.now() };
  await manager.insert(UserEntity, user);
  return user;
}

async function keepAnAdmin(tx: Transaction, projectId: string, leaving: Row): Promise<void> {
  if (leaving.role !== 'admin') return;
  const others = await tx.query(
    `SELECT user_id FROM members WHERE project_id = ? AND role = 'admin' AND user_id <> ? LIMIT 1`,
    [projectId, leaving.user_id],
  );
  if (others.length === 0)
    throw new MetarunError(
      'conflict',
      "This is the project's last administrator; make another member one first.",
    );
}

function memberDto(row: Row): MemberDto {
  return {
    user_id: row.user_id,
    name: row.name,
    role: storedRole(row.role),
    created_at: isoTime(row.created_at),
  };
}
