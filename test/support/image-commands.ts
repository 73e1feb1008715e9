import { expect } from '@jest/globals';
import type { CliAnswer } from './cli.js';
import { insertImage } from './image-rows.js';
import type { TestServer } from './server.js';
import { sql } from './sql.js';

type Run<Answer> = (...args: string[]) => Promise<Answer>;

const OF_DEFAULT = `(SELECT id FROM projects WHERE slug = 'default')`;
/** Uses each command of `metarun images` on a server without an engine. `done` runs one that succeeds, `here` any. */
export async function useImages(
  server: TestServer,
  done: Run<string>,
  here: Run<CliAnswer>,
): Promise<void> {
  const reference = 'registry.example.com/team/tools:1';
  const added = await here('images', 'add', 'tools', reference, '--secret', 'LOGIN');
  expect([added.code, added.stderr]).toEqual([1, expect.stringContaining('CONTAINER_ENGINE')]);
  await insertImage(server, { reference, error: 'It is gone.', by: 'an-admin' });
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
