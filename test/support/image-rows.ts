import type { TestServer } from './server.js';
import { sql } from './sql.js';

export const IMAGE_ID = '00000000-0000-7000-8000-00000000001a';

const PROBE = JSON.stringify({
  python: { version: '3.12.4', issue: null },
  node: { version: null, issue: 'there is no node' },
  libc: 'glibc 2.36',
  user: 65_534,
});

/**
 * Stores an image of project "default" with a version whose last pull failed with this error, as a server without a
 * container engine cannot add one.
 */
export async function insertImage(
  server: TestServer,
  { reference, error, by }: { reference: string; error: string; by: string },
): Promise<void> {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
  await sql(
    server,
    `INSERT INTO image_versions (id, project_id, image_id, image_name, number, reference, digest, is_local, size, probe,
       pulled_at, used_at)
     SELECT '${IMAGE_ID}', id, '${IMAGE_ID}', 'tools', 1, 'x', 'sha256:${'abcdef'.repeat(10)}abcd', false, 2000000, '${PROBE}', 1, 1
     FROM projects WHERE slug = 'default'`,
  );
  await sql(
    server,
    `INSERT INTO images (id, project_id, name, reference, state, error_code, error, version_id, attempts, claims, created_at,
       updated_at, updated_by)
     SELECT '${IMAGE_ID}', id, 'tools', ${text(reference)}, 'failed', 'image_pull_failed', ${text(error)}, '${IMAGE_ID}', 0, 0, 1, 1,
       ${text(by)} FROM projects WHERE slug = 'default'`,
  );
}
