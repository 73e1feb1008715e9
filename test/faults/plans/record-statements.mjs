// Preloaded into a server (`node --import`): appends each statement that it runs on its database to the file that
// RECORD_STATEMENTS names, as a line of JSON with the values that were bound, and whether its transaction may scan whole tables;
// of one text those of the first few times.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
// The server's own: a build has its packages with native parts within.
import Sqlite from '../../../dist/node_modules/better-sqlite3/lib/index.js';

const TIMES = 5;
const file = process.env.RECORD_STATEMENTS;
const seen = new Map();

/** Connections of PostgreSQL whose transaction has said that it scans no whole table. */
const withoutScans = new WeakSet();

function record(sql, values, scans = true) {
  const times = seen.get(sql) ?? 0;
  if (times === TIMES) return;
  seen.set(sql, times + 1);
  appendFileSync(file, `${JSON.stringify({ sql, values, scans })}\n`);
}

/** Makes `method` of an object's class report the arguments of each call to `onCall`. */
function observe(prototype, method, onCall) {
  const original = prototype[method];
  prototype[method] = function (...args) {
    onCall(this, args);
    return original.apply(this, args);
  };
}

if (file !== undefined && isMainThread) {
  const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'));
  for (const method of ['all', 'get', 'run', 'iterate'])
    observe(statement, method, ({ source }, args) =>
      record(source, Array.isArray(args[0]) ? args[0] : args),
    );
  observe(pg.Client.prototype, 'query', (client, [query, given]) => {
    // A prepared statement is an object with both.
    const [text, values] = typeof query === 'string' ? [query, given] : [query.text, query.values];
    if (typeof text !== 'string') return;
    if (text.includes("set_config('enable_seqscan', 'off', true)")) withoutScans.add(client);
    else if (/^(COMMIT|ROLLBACK)/.test(text)) withoutScans.delete(client);
    record(text, Array.isArray(values) ? values : [], !withoutScans.has(client));
  });
}
