import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openDatabase } from '../../dist/modules/platform/database/open-database.js';
import { readServerConfig } from '../../dist/modules/server/core/config.js';
import { allTables } from '../../dist/modules/server/core/tables.js';
import { query } from './postgres.ts';

/** Sorts text as in English, as on many installations, instead of by bytes, as on SQLite. */
const ENGLISH = `TEMPLATE template0 ENCODING UTF8 LOCALE 'C.UTF-8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`;

/**
 * Creates an empty database with all tables, as a template for others, since migrations take a third of a start.
 * Returns its name and a function that removes it. `english`: sort text as in English.
 */
export async function migratedDatabase(admin, { english = false } = {}) {
  const name = `metarun_${english ? 'english' : 'migrated'}_${process.pid}`;
  await query(admin, `CREATE DATABASE ${name} ${english ? ENGLISH : ''}`);
  const folder = mkdtempSync(join(tmpdir(), 'metarun-migrated-'));
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const config = readServerConfig({
    METARUN_DATABASE_URL: url.href,
    METARUN_DATA_DIR: folder,
  });
  const database = await openDatabase(config, allTables(), pino({ enabled: false }), {});
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  return { name, remove: () => query(admin, `DROP DATABASE IF EXISTS ${name}`) };
}
