import type { DatabaseKind } from '../../platform/database/migration.js';

/**
 * Returns the statements for triggers that keep the totals of a table in `project_usage`, so that quotas need no scan.
 * `count` is the number of files that a row of the table counts as.
 */
export function countTriggers(table: string, count: number): Record<DatabaseKind, string[]> {
  return { sqlite: sqliteTriggers(table, count), postgres: postgresTriggers(table, count) };
}

/** Returns SQL that adds the rows (project_id, files, bytes) of the SQL `rows` to the totals. */
const add = (rows: string): string =>
  `INSERT INTO project_usage (project_id, files, file_bytes) ${rows}
   ON CONFLICT (project_id) DO UPDATE SET files = project_usage.files + excluded.files,
     file_bytes = project_usage.file_bytes + excluded.file_bytes`;

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

/**
 * Returns triggers that run once per statement, however many rows it changes, since every update of a total writes a
 * new version of its row.
 */
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
