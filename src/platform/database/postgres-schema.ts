import type { DataSource } from 'typeorm';
import type { Config } from '../../base/config/settings.js';
import { connectSource } from './connect-source.js';
import type { Tables } from './feature.js';
import { postgresDataSource } from './postgres-source.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';

export const NO_ANSWER = 'The database of METARUN_DATABASE_URL does not answer';

/**
 * Runs `work` on a separate connection for migrations, bypassing a pooler. A migration has no time limit and holds a
 * lock of its connection meanwhile.
 */
export async function onSchema<T>(
  { databaseUrl, databaseDirectUrl }: Config,
  { migrations }: Tables,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const own = { entities: [SchemaMarkEntity], migrations };
  const [url, name] = databaseDirectUrl
    ? [databaseDirectUrl, 'The database of METARUN_DATABASE_DIRECT_URL does not answer']
    : [databaseUrl, NO_ANSWER];
  const source = await connectSource(postgresDataSource(url, 1, own), name);
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}
