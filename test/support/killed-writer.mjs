// Preloaded into a command (`node --import`): kills it before the write of the number KILL_BEFORE, of those that change a key of
// secrets or end a transaction on SQLite. What is written by then is what a crash leaves.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
// The command's own: a build has its packages with native parts within.
import Sqlite from '../../dist/node_modules/better-sqlite3/lib/index.js';

const KEY = /secret\.key/;
const ENDS = /^(COMMIT|PRAGMA wal_checkpoint)/;
let left = Number(process.env['KILL_BEFORE']);

function beforeWrite() {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['open', 'link', 'rename', 'rm']) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (KEY.test(String(args[0])) && args[1] !== 'r') beforeWrite();
    return real(...args);
  };
}
syncBuiltinESMExports();

const { prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function (sql) {
  if (ENDS.test(sql)) beforeWrite();
  return prepare.call(this, sql);
};
