import { provided } from './needs.mjs';

/** Jest calls this before the first test of a project on PostgreSQL. Its workers inherit the variables. */
export default async function needsPostgres() {
  await provided('build');
  const url = await provided('postgres');
  if (url !== undefined) process.env.TEST_POSTGRES_URL = url;
  const migrated = await provided('migrated');
  if (migrated !== undefined) process.env.TEST_POSTGRES_MIGRATED = migrated;
  const redis = await provided('redis');
  if (redis !== undefined) process.env.TEST_REDIS = redis;
}
