import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `ALTER TABLE "event_counters" ADD COLUMN "open_params_bytes" bigint NOT NULL DEFAULT 0`,
  `UPDATE event_counters SET open_params_bytes = COALESCE((
     SELECT SUM(octet_length(params)) FROM tasks t WHERE t.project_id = event_counters.project_id
       AND t.status NOT IN ('success', 'failed', 'cancelled')), 0)`,
  `CREATE TABLE "project_usage" (
    "project_id" text PRIMARY KEY NOT NULL,
    "files" bigint NOT NULL,
    "file_bytes" bigint NOT NULL
  )`,
  `INSERT INTO project_usage (project_id, files, file_bytes)
   SELECT project_id, SUM(files), SUM(bytes) FROM (
     SELECT project_id, 1 AS files, size + original_size AS bytes FROM files
     UNION ALL SELECT project_id, 0, size + original_size FROM file_versions) AS stored
   GROUP BY project_id`,
];

/** Adds what `rows` give, as (project_id, files, bytes). */
const add = (rows: string): string =>
  `INSERT INTO project_usage (project_id, files, file_bytes) ${rows}
   ON CONFLICT (project_id) DO UPDATE SET files = project_usage.files + excluded.files,
     file_bytes = project_usage.file_bytes + excluded.file_bytes`;

/** `count`: what a row of the table counts as a file. */
function sqliteTriggers(table: string, count: number): string[] {
  const sizes = (row: string): string => `${row}.size + ${row}.original_size`;
  return [
    `CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
       ${add(`VALUES (NEW.project_id, ${count}, ${sizes('NEW')})`)}; END`,
    `CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN
       ${add(`VALUES (OLD.project_id, ${-count}, -(${sizes('OLD')}))`)}; END`,
    `CREATE TRIGGER ${table}_resized AFTER UPDATE OF size, original_size ON ${table}
       WHEN ${sizes('NEW')} <> ${sizes('OLD')} BEGIN
       ${add(`VALUES (NEW.project_id, 0, ${sizes('NEW')} - (${sizes('OLD')}))`)}; END`,
  ];
}

/** Once for each statement, however many rows it changes: each change of the counter's row is a version of it. */
function postgresTriggers(table: string, count: number): string[] {
  const sum = (rows: string, sign: string, counted: number): string =>
    `SELECT project_id, ${counted} AS files, ${sign}(size + original_size) AS bytes FROM ${rows}`;
  const trigger = (name: string, on: string, rows: string, given: string): string[] => [
    `CREATE FUNCTION metarun_${table}_${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       ${add(`SELECT project_id, SUM(files), SUM(bytes) FROM (${given}) AS changed
              GROUP BY project_id HAVING SUM(files) <> 0 OR SUM(bytes) <> 0`)};
       RETURN NULL; END $$`,
    `CREATE TRIGGER ${table}_${name} AFTER ${on} ON ${table} REFERENCING ${rows}
       FOR EACH STATEMENT EXECUTE FUNCTION metarun_${table}_${name}()`,
  ];
  return [
    ...trigger('added', 'INSERT', 'NEW TABLE AS added', sum('added', '', count)),
    ...trigger('removed', 'DELETE', 'OLD TABLE AS removed', sum('removed', '-', -count)),
    ...trigger(
      'resized',
      'UPDATE',
      'OLD TABLE AS removed NEW TABLE AS added',
      `${sum('added', '', 0)} UNION ALL ${sum('removed', '-', 0)}`,
    ),
  ];
}

/** Counts what projects have stored, so that no quota needs a scan. */
export class Quotas1700000000020 extends Migration {
  /** A server that does not know it counts no params, so that the count would be wrong for ever. */
  readonly breaking = true;
  readonly name = 'Quotas1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === 'postgres';
    const triggers = postgres ? postgresTriggers : sqliteTriggers;
    const all = [...STATEMENTS, ...triggers('files', 1), ...triggers('file_versions', 0)];
    for (const statement of all) await runner.query(statement);
  }
}
