import { describe, expect, it } from '@jest/globals';
import { allTables } from '../../src/server/core/tables.js';
import { migrate } from '../../src/platform/database/schema-safety.js';
import { refusedStart } from '../support/cli.js';
import { emptyDatabase } from '../support/data-sources.js';
import { startServerProcess } from '../support/server-process.js';
import { sql } from '../support/sql.js';

declare const DATABASE: 'sqlite' | 'postgres';

const BREAKING = 'SplitTasksInTwo1900000000001';
const HARMLESS = 'AddColour1900000000002';

describe('a database that a newer version has changed', () => {
  it('a database with a newer breaking change is refused unchanged, and one with a harmless change is used', async () => {
    const server = await startServerProcess();
    try {
      await server.end('SIGTERM');
      const mark = (name: string, breaking: boolean): Promise<unknown> =>
        sql(
          server,
          `INSERT INTO schema_marks (name, breaking, applied_at) VALUES ('${name}', ${breaking}, 1)`,
        );
      await mark(HARMLESS, false);
      await server.restart();
      expect((await server.call('GET', '/projects/default')).status).toBe(200);
      await server.end('SIGTERM');

      await mark(BREAKING, true);
      // A complete start would create the token again.
      await sql(server, 'DELETE FROM access_tokens');
      const refused = await refusedStart(server.env);
      expect(refused.code).toBe(1);
      expect(refused.stdout).toBe('');
      expect(refused.stderr).toContain(`changed by a newer metarun (${BREAKING})`);
      expect(refused.stderr).not.toContain(HARMLESS);
      expect(refused.stderr.trim().split('\n')).toHaveLength(1);

      await sql(server, `DELETE FROM schema_marks WHERE name = '${BREAKING}'`);
      const without = { ...server.env };
      delete without['METARUN_ADMIN_TOKEN'];
      const again = await startServerProcess(without);
      // The refused start did not add the preset token, so it wrote nothing.
      expect(
        (await again.call('GET', '/projects/default', { token: server.adminToken })).status,
      ).toBe(401);
      await again.end('SIGTERM');
    } finally {
      await server.stop();
    }
  });
});

describe('the migrations', () => {
  it('the migrations produce exactly the schema of the entities', async () => {
    const empty = await emptyDatabase();
    try {
      const source = await empty.connect();
      await migrate(source);
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query: text }) => text)).toEqual([]);
    } finally {
      await empty.remove();
    }
  });

  it('migrations started by several servers at once run once, and a repetition changes nothing', async () => {
    const empty = await emptyDatabase();
    try {
      const sources = DATABASE === 'postgres' ? [1, 2, 3, 4, 5] : [1];
      const connected = await Promise.all(sources.map(() => empty.connect()));
      await Promise.all(connected.map((source) => migrate(source)));
      const [first] = connected;
      const before: unknown = await first?.query('SELECT * FROM schema_marks');
      const { migrations } = allTables();
      if (first) await migrate(first);
      expect(await first?.query('SELECT * FROM schema_marks')).toEqual(before);
      expect(before).toHaveLength(migrations.length);
      expect(await first?.query('SELECT * FROM migrations')).toHaveLength(migrations.length);
    } finally {
      await empty.remove();
    }
  });
});
