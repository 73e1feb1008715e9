// Preload for a command (`node --import`) that kills it before write number KILL_BEFORE, counting writes of a secret
// key and ends of SQLite transactions. What has been written by then is what a crash would leave.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
// The module of the build, which contains its native packages.
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
