import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { ProjectRef } from '../auth/caller.js';
import { resolveExpiry } from '../auth/expiry.wire.js';
import { issueApiKey } from '../auth/issue.js';
import { accessRevoked } from '../auth/messages.js';
import { SCOPES, storedScopes } from '../auth/roles.js';
import { Database } from '../../platform/database/database.js';
import { ApiKeyEntity } from '../auth/api-key.entity.js';
import { ProjectEntity } from './project.entity.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { invalidField, unknownId } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { isUuid } from '../../base/kernel/ids.js';
import type { Page } from '../../platform/wire/page.js';
import type { ApiKeyDto, CreateApiKeyDto, CreatedApiKeyDto } from './api-key.dto.js';
import { Quotas } from './quotas.service.js';

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Creates a key. `createdBy`: id of the user whose removal from the project revokes the key; null if it depends on no
   * user.
   */
  async create(
    project: Pick<ProjectRef, 'id'>,
    input: CreateApiKeyDto,
    createdBy: string | null,
  ): Promise<CreatedApiKeyDto> {
    const expiresAt = resolveExpiry(input);
    const { row, secret } = await this.database.write(async (tx) => {
      await this.quotas.admit(tx, project.id, 'maxApiKeys');
      return issueApiKey(tx, {
        projectId: project.id,
        name: input.name,
        scopes: input.scopes ?? SCOPES,
        expiresAt,
        createdBy,
      });
    });
    return { ...apiKeyDto(row), key: secret };
  }

  /**
   * Creates a key for a command with access to the database, which needs no other credentials.
   * @param project id or slug
   */
  async createForOperator(input: CreateApiKeyDto, project: string): Promise<CreatedApiKeyDto> {
    const found = await this.database.read.findOneBy(ProjectEntity, {
      ...(isUuid(project) ? { id: project.toLowerCase() } : { slug: project }),
      archived_at: IsNull(),
    });
    if (!found) throw invalidField('project', `there is no project ${quoted(project)}`);
    return this.create(found, input, null);
  }

  /** Lists the keys that have not been revoked, newest first. */
  async list(project: ProjectRef, { limit, offset }: Page): Promise<ApiKeyDto[]> {
    const rows = await this.database.read.find(ApiKeyEntity, {
      where: { project_id: project.id, revoked_at: IsNull() },
      order: { created_at: 'DESC', id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return rows.map(apiKeyDto);
  }

  /** Revokes a key, which is refused from now on. */
  async revoke(project: ProjectRef, id: string): Promise<void> {
    if (!isUuid(id)) throw unknownId('API key', id, 'api-keys');
    const revoked = await this.database.execute(
      `UPDATE api_keys SET revoked_at = ?
       WHERE id = ? AND project_id = ? AND revoked_at IS NULL RETURNING id`,
      [Date.now(), id.toLowerCase(), project.id],
    );
    if (revoked.length === 0) throw unknownId('API key', id, 'api-keys');
    this.bus.publish(accessRevoked, {});
  }
}

function apiKeyDto(row: ApiKeyEntity): ApiKeyDto {
  return {
    id: row.id,
    name: row.name,
    scopes: [...storedScopes(row.scopes)],
    hint: row.hint,
    created_at: isoTime(row.created_at),
    expires_at: isoTimeOrNull(row.expires_at),
    last_used_at: isoTimeOrNull(row.last_used_at),
  };
}
