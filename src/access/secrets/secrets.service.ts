import { Injectable } from '@nestjs/common';
import type { ProjectRef } from '../auth/caller.js';
import { Database } from '../../platform/database/database.js';
import type { SecretEntity } from './secret.entity.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { invalidField, MetarunError, notFound } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { describeWeakness } from '../../base/redaction/redaction.js';
import { Quotas } from '../projects/quotas.service.js';
import { parseSecretHosts, missingHost, secretHosts } from './secret-hosts.js';
import { type Readers, SecretReads } from './secret-reads.service.js';
import { seal, unseal } from './cipher.js';
import { SecretKey } from './secret-key.js';
import type { SecretDto, StoredSecretDto } from './secret.dto.js';
import { buildSecretPlace, MAX_VALUE_BYTES, SECRET_NAME, SECRET_NAME_RULE } from './secret.js';

const LISTED = 'GET …/secrets lists the names';

/** Manages the secrets of projects. Users can store, replace and delete them; only the project's scripts read them. */
@Injectable()
export class SecretsService {
  constructor(
    private readonly database: Database,
    private readonly key: SecretKey,
    private readonly quotas: Quotas,
    private readonly reads: SecretReads,
  ) {}

  /** Lists secrets by name. */
  async list({ id }: ProjectRef): Promise<SecretDto[]> {
    const key = await this.key.find();
    const rows = await this.database.query<SecretEntity>(
      'SELECT * FROM secrets WHERE project_id = ?',
      [id],
    );
    const readers = await this.reads.of(id);
    return rows
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((row) => secretDto(row, row.key_id === key?.id, readers.get(row.name)));
  }

  async put(
    { id }: ProjectRef,
    name: string,
    { value, hosts }: { value: string; hosts?: readonly string[] | undefined },
    updatedBy: string,
  ): Promise<{ secret: StoredSecretDto; created: boolean }> {
    if (!SECRET_NAME.test(name)) throw invalidField('name', `a name ${SECRET_NAME_RULE}`);
    const size = Buffer.byteLength(value);
    if (size === 0 || size > MAX_VALUE_BYTES)
      throw invalidField('/value', `it has ${size} bytes; 1 to ${MAX_VALUE_BYTES} are allowed`);
    const listed = hosts === undefined ? null : JSON.stringify(secretHosts(hosts));
    const key = await this.key.findOrMake();
    const sealed = seal(key, buildSecretPlace(id, name), value);
    const now = Date.now();
    const { row, created } = await this.database.write(async (tx) => {
      const before = await tx.query('SELECT name FROM secrets WHERE project_id = ? AND name = ?', [
        id,
        name,
      ]);
      if (before.length === 0) await this.quotas.admit(tx, id, 'maxSecrets');
      const [row] = await tx.query<SecretEntity>(
        `INSERT INTO secrets (project_id, name, sealed, key_id, hosts, updated_by, created_at, updated_at)
         VALUES (?, ?, ?, ?, COALESCE(?, '[]'), ?, ?, ?)
         ON CONFLICT (project_id, name) DO UPDATE SET sealed = excluded.sealed,
           key_id = excluded.key_id,
           hosts = COALESCE(?, secrets.hosts), updated_by = excluded.updated_by, updated_at = excluded.updated_at
         RETURNING *`,
        [id, name, sealed, key.id, listed, updatedBy, now, now, listed],
      );
      if (!row) throw new Error('an upsert gave no row');
      return { row, created: before.length === 0 };
    });
    const readers = await this.reads.of(id);
    const weakness = describeWeakness(value);
    const warnings = weakness === null ? [] : [weakness];
    return { secret: { ...secretDto(row, true, readers.get(name)), warnings }, created };
  }

  async remove({ id }: ProjectRef, name: string): Promise<void> {
    const removed = await this.database.write(async (tx) => {
      await tx.query('DELETE FROM secret_reads WHERE project_id = ? AND name = ?', [id, name]);
      return tx.query('DELETE FROM secrets WHERE project_id = ? AND name = ? RETURNING name', [
        id,
        name,
      ]);
    });
    if (removed.length === 0)
      throw SECRET_NAME.test(name) ? notFound('secret', name, LISTED) : noSecretHas(name);
  }

  /** Returns the value for a script of the project. */
  async read(projectId: string, name: string): Promise<string> {
    return this.unsealValue(await this.find(projectId, name));
  }

  /** Returns the value for a request of an agent to `url`. Throws `network_denied` unless the secret lists its host. */
  async readForHost(
    { projectId, taskId }: { projectId: string; taskId: string },
    name: string,
    url: string,
  ): Promise<string> {
    const row = await this.find(projectId, name);
    const missing = missingHost(parseSecretHosts(row), url);
    if (missing !== null)
      throw new MetarunError(
        'network_denied',
        `The secret "${name}" may not be sent to this host. An administrator of the project adds ${quoted(missing)} to its "hosts" by PUT …/secrets/${name}.`,
      );
    const value = await this.unsealValue(row);
    this.reads.note(projectId, name, taskId);
    return value;
  }

  private async find(projectId: string, name: string): Promise<SecretEntity> {
    const [row] = await this.database.query<SecretEntity>(
      'SELECT * FROM secrets WHERE project_id = ? AND name = ?',
      [projectId, name],
    );
    if (!row) throw SECRET_NAME.test(name) ? missing(name) : noSecretHas(name);
    return row;
  }

  private async unsealValue({ project_id, name, sealed }: SecretEntity): Promise<string> {
    const key = await this.key.find();
    const value = key && unseal(key, buildSecretPlace(project_id, name), sealed);
    if (value === null)
      throw new MetarunError(
        'not_available',
        `The secret "${name}" was stored with another key than this server has. Give the server that key by METARUN_SECRET_KEY, or store the secret again.`,
      );
    return value;
  }
}

/**
 * Returns the error of a script that reads an unknown secret. It names no other secrets, since readers of the task may
 * not be allowed to see their names.
 */
function missing(name: string): MetarunError {
  return new MetarunError(
    'not_found',
    `There is no secret "${name}" in this project. On a server, an administrator of the project stores it by PUT …/secrets/${name}; ` +
      `metarun run takes it as --secret ${name}=…, and a case of metarun test under "secrets".`,
  );
}

/** Returns the error for an invalid name, without its text: a script may have passed the secret instead of its name. */
function noSecretHas(name: string): MetarunError {
  return new MetarunError(
    'not_found',
    `No secret can have this name of ${name.length} characters: a name ${SECRET_NAME_RULE}.`,
  );
}

function secretDto(row: SecretEntity, readable: boolean, readers?: Readers): SecretDto {
  return {
    name: row.name,
    readable,
    hosts: parseSecretHosts(row),
    updated_by: row.updated_by,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    last_read_at: isoTimeOrNull(readers?.lastReadAt ?? null),
    read_by: readers?.readBy ?? [],
  };
}
