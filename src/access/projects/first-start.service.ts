import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { issueApiKey, issueToken } from '../auth/issue.js';
import { SCOPES } from '../auth/roles.js';
import { hashSecret } from '../auth/secrets.js';
import { issueLoginCode } from '../auth/sessions/issue-login-code.js';
import type { Config } from '../../base/config/settings.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { AccessTokenEntity } from '../auth/access-token.entity.js';
import { ApiKeyEntity } from '../auth/api-key.entity.js';
import { ProjectEntity } from './project.entity.js';
import { UserEntity } from '../auth/user.entity.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import { createProject } from './create-project.js';

export const DEFAULT_PROJECT = 'default';

/** Credentials in plain text, shown once. */
export interface FirstCredentials {
  adminToken: string;
  apiKey: string;
  /**
   * A code that signs a browser in once; null if the token was preset, in which case the output needs no credentials.
   */
  loginCode: string | null;
}

/** Creates what a new installation needs before its first request, and keeps preset credentials valid. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Creates, on an empty database, the user "admin", the project "default" with its workspace, an access token and an
   * API key, each preset or random. Otherwise adds the presets that are not stored yet. Of several servers that start
   * on one database, only one creates the first credentials.
   *
   * They are stored after `show` has shown them: if `show` rejects or the process ends before, the next start creates
   * new ones. `show` gets null if credentials already existed.
   *
   * @throws MetarunError `conflict` for a preset that was revoked or has expired
   */
  async bootstrap(show: (first: FirstCredentials | null) => Promise<void>): Promise<void> {
    const isFirst = await this.database.write(async (tx) => {
      const first = await this.makeFirst(tx);
      if (first === null) await this.addPresets(tx);
      else await show(first);
      return first !== null;
    });
    // Called outside the transaction, so that everything of the start is committed when `show` reports it.
    if (!isFirst) await show(null);
  }

  private async makeFirst(tx: Transaction): Promise<FirstCredentials | null> {
    if (await tx.manager.exists(UserEntity)) return null;
    const createdAt = Date.now();
    const userId = newId();
    const projectId = newId();
    const project = { id: projectId, slug: DEFAULT_PROJECT, name: 'Default', createdAt };
    if (!(await createProject(tx, project, userId))) return null;
    await tx.manager.insert(UserEntity, {
      id: userId,
      name: 'admin',
      is_admin: true,
      created_at: createdAt,
    });
    const { adminToken, apiKey } = this.config;
    const token = await issueToken(tx, {
      userId,
      name: 'first start',
      role: 'admin',
      expiresAt: null,
      ...(adminToken !== '' && { secret: adminToken }),
    });
    const key = await issueApiKey(tx, {
      projectId,
      name: 'first start',
      scopes: SCOPES,
      createdBy: null,
      expiresAt: null,
      ...(apiKey !== '' && { secret: apiKey }),
    });
    const login = adminToken === '' ? await issueLoginCode(tx, token.row.id) : null;
    return {
      adminToken: token.secret,
      apiKey: key.secret,
      loginCode: login?.code ?? null,
    };
  }

  private async addPresets(tx: Transaction): Promise<void> {
    const { adminToken, apiKey } = this.config;
    // Servers that start at the same time must not both find a preset missing and add it.
    if (this.database.kind === 'postgres')
      await tx.query('SELECT id FROM projects WHERE slug = ? FOR UPDATE', [DEFAULT_PROJECT]);
    if (
      adminToken !== '' &&
      !(await isStored(tx, AccessTokenEntity, adminToken, 'METARUN_ADMIN_TOKEN'))
    ) {
      const admin = await tx.manager.findOneOrFail(UserEntity, {
        where: { is_admin: true },
        order: { created_at: 'ASC' },
      });
      await issueToken(tx, {
        userId: admin.id,
        name: 'METARUN_ADMIN_TOKEN',
        role: 'admin',
        expiresAt: null,
        secret: adminToken,
      });
    }
    if (apiKey !== '' && !(await isStored(tx, ApiKeyEntity, apiKey, 'METARUN_API_KEY'))) {
      const project = await tx.manager.findOneByOrFail(ProjectEntity, { slug: DEFAULT_PROJECT });
      await issueApiKey(tx, {
        projectId: project.id,
        name: 'METARUN_API_KEY',
        scopes: SCOPES,
        createdBy: null,
        expiresAt: null,
        secret: apiKey,
      });
    }
  }
}

/** Returns whether a preset is already stored. Throws for a revoked one, which must be neither restored nor ignored. */
async function isStored(
  { manager }: Transaction,
  entity: typeof AccessTokenEntity | typeof ApiKeyEntity,
  secret: string,
  variable: string,
): Promise<boolean> {
  const row = await manager.findOneBy<AccessTokenEntity | ApiKeyEntity>(entity, {
    hash: hashSecret(secret),
  });
  if (!row) return false;
  if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= Date.now()))
    throw new MetarunError(
      'conflict',
      `${variable} holds a secret that was revoked or has expired; set another one, or none.`,
    );
  return true;
}
