import { expect } from '@jest/globals';
import type { CliAnswer } from './cli.js';
import type { TestServer } from './server.js';
import { sql } from './sql.js';

type Run<Answer> = (...args: string[]) => Promise<Answer>;

const OF_DEFAULT = `(SELECT id FROM projects WHERE slug = 'default')`;
const ID = '00000000-0000-7000-8000-00000000001a';
const PROBE = JSON.stringify({
  python: { version: '3.12.4', issue: null },
  node: { version: null, issue: 'there is no node' },
  libc: 'glibc 2.36',
  user: 65_534,
});

/** Uses each command of `metarun images` on a server without an engine. `done` runs one that succeeds, `here` any. */
export async function useImages(
  server: TestServer,
  done: Run<string>,
  here: Run<CliAnswer>,
): Promise<void> {
  const reference = 'registry.example.com/team/tools:1';
  const added = await here('images', 'add', 'tools', reference, '--secret', 'LOGIN');
  expect([added.code, added.stderr]).toEqual([1, expect.stringContaining('CONTAINER_ENGINE')]);
  await sql(
    server,
    `INSERT INTO image_versions (id, project_id, image_id, image_name, number, reference, digest, is_local, size, probe,
       pulled_at, used_at)
     SELECT '${ID}', id, '${ID}', 'tools', 1, 'x', 'sha256:abcdefabcdefabcdef', false, 2000000, '${PROBE}', 1, 1
     FROM projects WHERE slug = 'default'`,
  );
  await sql(
    server,
    `INSERT INTO images (id, project_id, name, reference, state, error_code, error, version_id, attempts, claims, created_at,
       updated_at, updated_by)
     SELECT '${ID}', id, 'tools', '${reference}', 'failed', 'image_pull_failed', 'It is gone.', '${ID}', 0, 0, 1, 1, 'an-admin'
     FROM projects WHERE slug = 'default'`,
  );
  expect(await done('images', 'list')).toMatch(
    /tools +registry\S+ +failed +sha256:abcdefabcdef +3\.12\.4 +2 MB/,
  );
  expect(await done('images', 'show', 'tools')).toMatch(
    /state +failed: It is gone\.[^]*there is no node[^]*1 version/,
  );
  const refreshed = await here('images', 'refresh', 'tools', '--wait');
  expect([refreshed.code, refreshed.stderr]).toEqual([
    1,
    expect.stringContaining('CONTAINER_ENGINE'),
  ]);
  expect((await here('images', 'remove', 'tools')).code).toBe(2);
  await done('images', 'remove', 'tools', '--yes');
  expect(JSON.parse(await done('images', 'list', '--json'))).toEqual({ images: [] });
  await sql(server, `DELETE FROM image_versions WHERE project_id = ${OF_DEFAULT}`);
}
