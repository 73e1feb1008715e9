import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database, type Transaction } from '../../platform/database/database.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { UserEntity } from './user.entity.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { isUuid } from '../../base/kernel/ids.js';
import type { Page } from '../../platform/wire/page.js';
import type { TokenCaller } from './caller.js';
import { resolveExpiry } from './expiry.wire.js';
import { issueToken } from './issue.js';
import { accessRevoked } from './messages.js';
import { roleCovers, storedRole } from './roles.js';
import type { CreatedTokenDto, CreateTokenDto, TokenDto } from './token.dto.js';

/** Manages access tokens. A token created with another one has neither a higher role nor a later expiry. */
@Injectable()
export class TokensService {
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
  ) {}

  async create(caller: TokenCaller, input: CreateTokenDto): Promise<CreatedTokenDto> {
    const userId = this.whose(caller, input.user_id);
    const role = input.role ?? caller.role;
    if (!roleCovers(caller.role, role))
      throw new MetarunError(
        'forbidden',
        `A token with the role "${caller.role}" can't make one with "${role}": ask for this role or a lesser one.`,
      );
    const expiresAt = resolveExpiry(input) ?? caller.expiresAt;
    if (expiresAt !== null && caller.expiresAt !== null && expiresAt > caller.expiresAt)
      throw new MetarunError(
        'forbidden',
        `The calling token ends at ${isoTime(caller.expiresAt)}; it can't make one that ends later, at ${isoTime(expiresAt)}.`,
      );
    const { row, secret } = await this.database.write(async (tx) => {
      if (!(await tx.manager.existsBy(UserEntity, { id: userId })))
        throw invalidField(
          '/user_id',
          `there is no user ${quoted(userId)}: GET …/members shows the ids`,
        );
      return issueToken(tx, { userId, name: input.name, role, expiresAt });
    });
    return { ...tokenDto(row), token: secret };
  }

  /**
   * Creates a token for a command with access to the database, which needs no other credentials.
   * @param user id or name; by default the first administrator of the installation
   */
  async createForOperator(
    input: CreateTokenDto,
    user: string | undefined,
  ): Promise<CreatedTokenDto> {
    const expiresAt = resolveExpiry(input);
    const { row, secret } = await this.database.write(async (tx) => {
      const { id: userId } = await findUser(tx, user);
      return issueToken(tx, { userId, name: input.name, role: input.role ?? 'admin', expiresAt });
    });
    return { ...tokenDto(row), token: secret };
  }

  /** Lists the tokens of a user that have not been revoked, newest first. */
  async list(
    caller: TokenCaller,
    ofUser: string | undefined,
    { limit, offset }: Page,
  ): Promise<TokenDto[]> {
    const rows = await this.database.read.find(AccessTokenEntity, {
      where: { user_id: this.whose(caller, ofUser), revoked_at: IsNull() },
      order: { created_at: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return rows.map(tokenDto);
  }

  /** Revokes a token: one's own, or as an administrator that of any user. Throws `not_found` for others. */
  async revoke(caller: TokenCaller, id: string): Promise<void> {
    const row = isUuid(id)
      ? await this.database.read.findOneBy(AccessTokenEntity, {
          id: id.toLowerCase(),
          revoked_at: IsNull(),
        })
      : null;
    if (!row || (row.user_id !== caller.userId && !caller.isInstallationAdmin))
      throw new MetarunError(
        'not_found',
        `You have no access token ${quoted(id)}: GET /tokens shows the ids, which are UUIDs.`,
      );
    if (!roleCovers(caller.role, storedRole(row.role)))
      throw new MetarunError(
        'forbidden',
        `A token with the role "${caller.role}" can't revoke one with "${row.role}".`,
      );
    await this.database.execute(
      'UPDATE access_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
      [Date.now(), row.id],
    );
    this.bus.publish(accessRevoked, {});
  }

  private whose(caller: TokenCaller, userId: string | undefined): string {
    const wanted = userId?.toLowerCase() ?? caller.userId;
    if (wanted !== caller.userId && !caller.isInstallationAdmin)
      throw new MetarunError(
        'forbidden',
        "Only an administrator of the installation handles other users' tokens.",
      );
    return wanted;
  }
}

async function findUser({ manager }: Transaction, user: string | undefined): Promise<UserEntity> {
  const where =
    user === undefined
      ? { is_admin: true }
      : isUuid(user)
        ? { id: user.toLowerCase() }
        : { name: user };
  const [found, another] = await manager.find(UserEntity, {
    where,
    order: { created_at: 'ASC' },
    take: 2,
  });
  if (!found)
    throw invalidField(
      'user',
      user === undefined ? 'there is no administrator yet' : `there is no user ${quoted(user)}`,
    );
  if (another && user !== undefined)
    throw invalidField(
      'user',
      'several users have this name; give the id, which the list of members shows',
    );
  return found;
}

function tokenDto(row: AccessTokenEntity): TokenDto {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    role: storedRole(row.role),
    hint: row.hint,
    created_at: isoTime(row.created_at),
    expires_at: isoTimeOrNull(row.expires_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
  };
}
