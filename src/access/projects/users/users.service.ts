import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import { isUuid, newId } from '../../../base/kernel/ids.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import type { Page } from '../../../platform/wire/page.js';
import { noteFormer } from '../../audit/former-values.js';
import type { TokenCaller } from '../../auth/caller.js';
import { accessRevoked } from '../../auth/messages.js';
import { UserEntity } from '../../auth/user.entity.js';
import { keepAdministrators, keepProjectAdministrators } from './last-administrators.js';
import type { CreateUserDto, EndedAccessDto, UpdateUserDto, UserDto } from './user.dto.js';
import { listUsers, readUser, type UserFilter } from './user-views.js';

type UserRow = Pick<UserEntity, 'id' | 'name' | 'is_admin'>;

/** Manages the users of the installation, for its administrators. At least one administrator always remains. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
  ) {}

  /** Lists users, newest first. */
  list(filter: UserFilter, page: Page): Promise<UserDto[]> {
    return listUsers(this.database, filter, page);
  }

  async read(id: string): Promise<UserDto> {
    const user = isUuid(id) ? await readUser(this.database, id.toLowerCase()) : null;
    if (user === null) throw unknownUser(id);
    return user;
  }

  /** Creates a user, who can do nothing until they have a token, and sees no project until they are a member of one. */
  async create({ name, is_admin = false }: CreateUserDto): Promise<UserDto> {
    const id = newId();
    await this.database.write(({ manager }) =>
      manager.insert(UserEntity, { id, name, is_admin, created_at: Date.now() }),
    );
    return this.read(id);
  }

  /** Changes a user. Throws `conflict` if no administrator of the installation would be left. */
  async change(id: string, { name, is_admin: isAdmin }: UpdateUserDto): Promise<UserDto> {
    const user = await this.database.write(async (tx) => {
      const found = await lockUser(tx, id);
      noteFormer({
        ...(name !== undefined && { name: found.name }),
        ...(isAdmin !== undefined && { is_admin: Boolean(found.is_admin) }),
      });
      if (isAdmin === false) await keepAdministrators(tx, found);
      await tx.manager.update(
        UserEntity,
        { id: found.id },
        { name: name ?? found.name, is_admin: isAdmin ?? Boolean(found.is_admin) },
      );
      return found;
    });
    this.bus.publish(accessRevoked, {});
    return this.read(user.id);
  }

  /**
   * Revokes the tokens of a user and so ends their browser sessions; for the caller, all but the token in use.
   * `apiKeys`: also revokes the API keys that the user created.
   */
  async endAccess(caller: TokenCaller, id: string, apiKeys: boolean): Promise<EndedAccessDto> {
    const ended = await this.database.write(async (tx) => {
      const { id: userId, name } = await lockUser(tx, id);
      noteFormer({ name });
      const kept = { token: caller.id, session: caller.session?.id ?? '' };
      return {
        ...(await endTokens(tx, userId, kept)),
        api_keys: apiKeys ? await revokeUserKeys(tx, userId) : 0,
      };
    });
    this.bus.publish(accessRevoked, {});
    return ended;
  }

  /**
   * Deletes a user with their memberships, tokens and sessions, and revokes the API keys that they created. Throws
   * `conflict` if the installation or a project would have no administrator.
   */
  async remove(caller: TokenCaller, id: string): Promise<void> {
    await this.database.write(async (tx) => {
      const user = await lockUser(tx, id);
      noteFormer({ name: user.name, is_admin: Boolean(user.is_admin) });
      if (user.id === caller.userId)
        throw new MetarunError(
          'conflict',
          'This is you: another administrator of the installation can delete you.',
        );
      await keepAdministrators(tx, user);
      await keepProjectAdministrators(tx, this.database.kind, user.id);
      await endTokens(tx, user.id, null);
      await revokeUserKeys(tx, user.id);
      await tx.query('DELETE FROM members WHERE user_id = ?', [user.id]);
      await tx.query('DELETE FROM access_tokens WHERE user_id = ?', [user.id]);
      await tx.query('DELETE FROM users WHERE id = ?', [user.id]);
    });
    this.bus.publish(accessRevoked, {});
  }
}

/** Finds a user and locks all users until the transaction ends. */
async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  await tx.lock('users');
  const [user] = isUuid(id)
    ? await tx.query<UserRow>('SELECT id, name, is_admin FROM users WHERE id = ?', [
        id.toLowerCase(),
      ])
    : [];
  if (!user) throw unknownUser(id);
  return user;
}

function unknownUser(id: string): MetarunError {
  return new MetarunError(
    'not_found',
    `There is no user ${quoted(id)}: GET /users shows the ids, which are UUIDs.`,
  );
}

/**
 * Revokes the tokens of a user and ends their sessions and login codes, except for those in `kept`. Returns the
 * numbers.
 */
async function endTokens(
  tx: Transaction,
  userId: string,
  kept: { token: string; session: string } | null,
): Promise<{ tokens: number; sessions: number }> {
  const theirs = 'token_id IN (SELECT id FROM access_tokens WHERE user_id = ?)';
  const sessions = await tx.query(`DELETE FROM sessions WHERE ${theirs} AND id <> ? RETURNING id`, [
    userId,
    kept?.session ?? '',
  ]);
  await tx.query(`DELETE FROM login_codes WHERE ${theirs}`, [userId]);
  const tokens = await tx.query(
    `UPDATE access_tokens SET revoked_at = ?
     WHERE user_id = ? AND revoked_at IS NULL AND id <> ? RETURNING id`,
    [Date.now(), userId, kept?.token ?? ''],
  );
  return { tokens: tokens.length, sessions: sessions.length };
}

/** Revokes the API keys that a user created in any project. Returns their number. */
async function revokeUserKeys(tx: Transaction, userId: string): Promise<number> {
  const revoked = await tx.query(
    'UPDATE api_keys SET revoked_at = ? WHERE created_by = ? AND revoked_at IS NULL RETURNING id',
    [Date.now(), userId],
  );
  return revoked.length;
}
