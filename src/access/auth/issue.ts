import { newId } from '../../base/kernel/ids.js';
import type { Transaction } from '../../platform/database/database.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import type { Role, Scope } from './roles.js';
import { hashSecret, buildSecretHint, newSecret } from './secrets.js';

interface Issue {
  name: string;
  /** Ms since the epoch; null = never. */
  expiresAt: number | null;
  /** Secret to use instead of a random one. */
  secret?: string;
}

/** A stored row, with the secret that the row does not contain. */
export interface Issued<Row> {
  row: Row;
  secret: string;
}

function common(
  { name, expiresAt }: Issue,
  secret: string,
): Omit<ApiKeyEntity, 'project_id' | 'scopes' | 'created_by'> {
  return {
    id: newId(),
    name,
    hash: hashSecret(secret),
    hint: buildSecretHint(secret),
    created_at: Date.now(),
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
  };
}

/** Stores a new access token of a user. */
export async function issueToken(
  { manager }: Transaction,
  issue: Issue & { userId: string; role: Role },
): Promise<Issued<AccessTokenEntity>> {
  const secret = issue.secret ?? newSecret('mrt_');
  const row = { ...common(issue, secret), user_id: issue.userId, role: issue.role };
  await manager.insert(AccessTokenEntity, row);
  return { row, secret };
}

/** Stores a new API key of a project. */
export async function issueApiKey(
  { manager }: Transaction,
  issue: Issue & { projectId: string; scopes: readonly Scope[]; createdBy: string | null },
): Promise<Issued<ApiKeyEntity>> {
  const secret = issue.secret ?? newSecret('mrk_');
  const row = {
    ...common(issue, secret),
    project_id: issue.projectId,
    scopes: JSON.stringify(issue.scopes),
    created_by: issue.createdBy,
  };
  await manager.insert(ApiKeyEntity, row);
  return { row, secret };
}
