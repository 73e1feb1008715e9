import { provided } from './needs.mjs';
import needsPostgres from './needs-postgres.mjs';

/** Jest calls this before the first of the tests that both databases must pass. */
export default async function needsContracts() {
  await needsPostgres();
  const english = await provided('english');
  if (english !== undefined) process.env.TEST_POSTGRES_ENGLISH = english;
}
