// Preloaded into a server (`node --import`): appends its database statements to the file RECORD_STATEMENTS, each as a
// line of JSON with the bound values and whether its transaction may scan whole tables. Only the first executions of a
// text are recorded.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
// The copy in the build, which contains the packages with native parts.
import Sqlite from '../../../dist/node_modules/better-sqlite3/lib/index.js';

const TIMES = 5;
const file = process.env.RECORD_STATEMENTS;
const seen = new Map();

/** PostgreSQL connections whose transaction has forbidden scans of whole tables. */
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
    // A prepared statement is an object with text and values.
    const [text, values] = typeof query === 'string' ? [query, given] : [query.text, query.values];
    if (typeof text !== 'string') return;
    if (text.includes("set_config('enable_seqscan', 'off', true)")) withoutScans.add(client);
    else if (/^(COMMIT|ROLLBACK)/.test(text)) withoutScans.delete(client);
    record(text, Array.isArray(values) ? values : [], !withoutScans.has(client));
  });
}
