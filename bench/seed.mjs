import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Age of the oldest seeded tasks, which is less than the default retention. */
const SPAN_MS = 20 * DAY_MS;
/** Number of meta-tasks of the seeded finished tasks, besides `rare`, which has a thousandth of them. */
const TYPES = 10;

/**
 * Inserts tasks by bulk SQL into the database of a stopped server. `kind` is `finished` (each with three status events
 * and a log line), `later` (pending, due in a year), `due` (pending, due now) or `waiting`; all except the finished
 * ones belong to the meta-task `identifier`. One in a hundred finished tasks has failed. `bare` omits the events.
 */
export async function seed(server, identifier, kind, count, { bare = false } = {}) {
  const database = await open(server);
  try {
    const [origin] = await database.rows(
      `SELECT t.project_id AS project, v.id AS version,
         COALESCE((SELECT seq FROM event_counters c WHERE c.project_id = t.project_id), 0) AS seq,
         (SELECT COUNT(*) FROM tasks) AS first
       FROM task_types t JOIN task_type_versions v ON v.task_type_id = t.id AND v.version = t.current_version
       WHERE t.identifier = '${identifier}'`,
    );
    const plan = { ...origin, identifier, kind, count, from: Date.now() - SPAN_MS };
    const statements = [tasks(database, plan)];
    if (kind === 'finished' && !bare) statements.push(...events(database, plan));
    await database.bulk(statements);
  } finally {
    await database.close();
  }
}

/** Runs a statement on the data of a stopped server. Returns its rows. */
export async function onData(server, sql) {
  const database = await open(server);
  try {
    return await database.rows(sql);
  } finally {
    await database.close();
  }
}

const ENDED = {
  status: `CASE WHEN n % 100 = 1 THEN 'failed' ELSE 'success' END`,
  result: `CASE WHEN n % 100 <> 1 THEN 'null' END`,
  error_code: `CASE WHEN n % 100 = 1 THEN 'script_error' END`,
  error_message: `CASE WHEN n % 100 = 1 THEN 'It failed.' END`,
  task_type: `CASE WHEN n % 1000 = 2 THEN 'rare' ELSE 'type-' || (n % ${TYPES}) END`,
};
const STATUS = { later: `'pending'`, due: `'pending'`, waiting: `'waiting'` };

function tasks(database, { project, version, identifier, kind, count, from, first }) {
  const ended = kind === 'finished';
  const at = createdAt(database, from, count);
  const inAYear = Date.now() + 365 * DAY_MS;
  const columns = {
    id: database.id(at, `n + ${first}`),
    project_id: `'${project}'`,
    version_id: `'${version}'`,
    task_type: ended ? ENDED.task_type : `'${identifier}'`,
    task_type_version: 1,
    name: `'seeded ' || n`,
    status: ended ? ENDED.status : STATUS[kind],
    progress: ended ? 100 : 0,
    params: `'{"n":' || n || '}'`,
    result: ended ? ENDED.result : 'NULL',
    error_code: ended ? ENDED.error_code : 'NULL',
    error_message: ended ? ENDED.error_message : 'NULL',
    attempt: ended ? 1 : 0,
    crashes: 0,
    fence: ended ? 1 : 0,
    priority: 0,
    run_at: kind === 'later' ? inAYear : at,
    created_at: at,
    started_at: ended ? `${at} + 5` : 'NULL',
    finished_at: ended ? `${at} + 10` : 'NULL',
  };
  return `INSERT INTO tasks (${Object.keys(columns).join(', ')})
    SELECT ${Object.values(columns).join(', ')} FROM ${database.numbers(count)}`;
}

function events(database, { project, count, from, first, seq }) {
  const at = createdAt(database, from, count);
  const kinds = [
    `(0, 'status', NULL, '{"status":"pending"}')`,
    `(1, 'status', NULL, '{"status":"running"}')`,
    `(2, 'log', 'info', '{"text":"seeded"}')`,
    `(3, 'status', NULL, '{"status":"success"}')`,
  ];
  return [
    `WITH kinds (k, type, level, data) AS (VALUES ${kinds.join(', ')})
     INSERT INTO task_events (project_id, seq, task_id, attempt, type, level, data, created_at)
     SELECT '${project}', ${seq} + (n - 1) * 4 + k + 1, ${database.id(at, `n + ${first}`)}, 1, type, level,
       data, ${at} FROM ${database.numbers(count)} CROSS JOIN kinds`,
    `INSERT INTO event_counters (project_id, seq) VALUES ('${project}', ${count * 4})
     ON CONFLICT (project_id) DO UPDATE SET seq = event_counters.seq + excluded.seq`,
  ];
}

function createdAt({ bigint }, from, count) {
  return `CAST(${from} + n * ${SPAN_MS / count} AS ${bigint})`;
}

function open(server) {
  const { METARUN_DATABASE_URL: url = '' } = server.env;
  return url === '' ? openSqlite(join(server.dataDir, 'metarun.db')) : openPostgres(url);
}

function openSqlite(path) {
  const sqlite = new Sqlite(path);
  sqlite.pragma('synchronous = OFF');
  const rows = (sql) => {
    const statement = sqlite.prepare(sql);
    return statement.reader ? statement.all() : (statement.run(), []);
  };
  const indexes = `SELECT name, sql FROM sqlite_master
    WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('tasks', 'task_events')`;
  return {
    bigint: 'INTEGER',
    id: (ms, n) => `printf('%08x-%04x-7000-8000-%012x', (${ms}) >> 16, (${ms}) & 65535, ${n})`,
    numbers: (count) =>
      `(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c)`,
    rows,
    /** Indexes are dropped and rebuilt at the end, which is several times faster than updating them. */
    bulk: (statements) => {
      sqlite.exec('BEGIN IMMEDIATE');
      const made = rows(indexes);
      for (const { name } of made) sqlite.exec(`DROP INDEX "${name}"`);
      for (const statement of statements) sqlite.exec(statement);
      for (const { sql } of made) sqlite.exec(sql);
      sqlite.exec('COMMIT');
    },
    close: () => sqlite.close(),
  };
}

async function openPostgres(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows = async (sql) => (await client.query(sql)).rows;
  const indexes = `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
    WHERE tablename IN ('tasks', 'task_events') AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE 'PK_%'`;
  const hex = (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`;
  return {
    bigint: 'bigint',
    id: (ms, n) =>
      `${hex(`(${ms}) >> 16`, 8)} || '-' || ${hex(`(${ms}) & 65535`, 4)} || '-7000-8000-' || ${hex(n, 12)}`,
    numbers: (count) => `generate_series(1, ${count}) AS g (n)`,
    rows,
    bulk: async (statements) => {
      await rows('BEGIN');
      const made = await rows(indexes);
      for (const { name } of made) await rows(`DROP INDEX "${name}"`);
      for (const statement of statements) await rows(statement);
      for (const { sql } of made) await rows(sql);
      await rows('COMMIT');
      // Autovacuum would do this within a minute of such a change.
      await rows('VACUUM ANALYZE tasks, task_events');
    },
    close: () => client.end(),
  };
}
