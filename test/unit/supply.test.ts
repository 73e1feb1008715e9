/** Tests what an installation contains and pins: docs/security.md, "What is installed". */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  engines?: { node?: string };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const installed = Object.entries(lock.packages).flatMap(([path, locked]) =>
  // Packages of this repository are left out.
  !path.includes('node_modules/') || locked.link === true
    ? []
    : [{ name: path.replace(/^.*node_modules\//, ''), ...locked }],
);
/** `npm install --omit=dev` leaves out exactly the packages with this mark. */
const production = installed.filter(({ dev }) => dev !== true);
const place = mkdtempSync(join(tmpdir(), 'supply-'));
afterAll(() => rmSync(place, { recursive: true }));

describe('the packages of an installation', () => {
  it('no installed package reports on the installation', () => {
    // The API package of OpenTelemetry does nothing without an implementation. Its other packages are implementations.
    const reporting =
      /scarf|telemetry(?!\/api$)|analytics|posthog|amplitude|mixpanel|segment|sentry|datadog|applicationinsights|opencollective/;
    expect(installed.map(({ name }) => name)).toContain('@scarf/scarf');
    expect(production.map(({ name }) => name).filter((name) => reporting.test(name))).toEqual([]);
  });

  it('no installed package has an install script', () => {
    expect(production.filter(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  });

  it('no installed package requires a newer Node than the oldest that is supported', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as Locked;
    const oldest = parseMajor(engines?.node);
    expect(oldest).toBe(20);
    expect(production.filter((each) => parseMajor(each.engines?.node) > oldest)).toEqual([]);
  });

  it('every installed package has a SHA-512 checksum', () => {
    expect(production.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true)).toEqual(
      [],
    );
  });
});

/** Returns the lowest major version of a range of Node. */
function parseMajor(range: string | undefined): number {
  return Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
}

const LIST = readFileSync('bin/node.sha256', 'utf8');
const sums = new Map(
  LIST.trim()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)] as const),
);
const [program = ''] = [...sums.keys()].filter((path) => existsSync(join('node_modules', path)));
const platform = program.replace(/^node-(.*)\/bin\/node$/, '$1');
const version = installed.find(({ name }) => name === `node-${platform}`)?.version ?? '';

/** Runs what `npm start` runs first, in a clone where everything is installed. */
function launch(): { status: number | null; stderr: string } {
  const own = join(place, 'clone');
  return spawnSync(process.execPath, [join(own, 'scripts/launch.mjs'), 'lint'], {
    // The empty PATH prevents all steps after the check.
    env: { PATH: join(place, 'nothing') },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

function verify(archive: string, list: string): { status: number | null; says: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/verify-node.mjs', archive, list],
    { encoding: 'utf8', timeout: 60_000 },
  );
  return { status, says: stdout + stderr };
}

function buildArchive(file: string): { archive: string; list: string } {
  const name = `node-v${version}-linux-${platform.replace('linux-', '')}`;
  mkdirSync(join(place, name, 'bin'), { recursive: true });
  rmSync(join(place, name, 'bin/node'), { force: true });
  copyFileSync(file, join(place, name, 'bin/node'));
  const archive = join(place, `${name}.tar.gz`);
  spawnSync('tar', ['-cf', archive, '-C', place, name]);
  const list = join(place, 'SHASUMS256.txt');
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(list, `${'0'.repeat(64)}  node-v${version}.pkg\n${sum}  ${name}.tar.gz\n`);
  return { archive, list };
}

describe('the pinned Node', () => {
  it('every platform with a package of Node has a pinned checksum', () => {
    const packages = installed.filter(({ name }) => name.startsWith('node-linux-'));
    expect(packages.map(({ name }) => `${name}/bin/node`).sort()).toEqual([...sums.keys()].sort());
    expect([...new Set(packages.map((each) => each.version))]).toEqual([version]);
    expect(process.version).toBe(`v${version}`);
  });

  it('the installed Node has its pinned checksum', () => {
    const sum = createHash('sha256').update(readFileSync(join('node_modules', program)));
    expect(sum.digest('hex')).toBe(sums.get(program));
  });

  it('npm start compares Node with its pinned checksum and rejects any other', () => {
    const own = join(place, 'clone');
    const modules = join(own, 'node_modules');
    mkdirSync(join(modules, program, '..'), { recursive: true });
    for (const folder of ['scripts', 'bin']) cpSync(folder, join(own, folder), { recursive: true });
    for (const folder of [
      'src',
      'runtimes',
      'packages/client/src',
      'packages/document-converter/src',
    ])
      mkdirSync(join(own, folder), { recursive: true });
    for (const file of [
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'package.json',
    ])
      copyFileSync(file, join(own, file));
    const lockSum = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
    writeFileSync(join(modules, '.metarun-installed'), `${lockSum} all`);
    symlinkSync(resolve('node_modules', program), join(modules, program));
    expect(launch().stderr).toContain('metarun: building …');
    const seen = readFileSync(join(modules, '.metarun-node'), 'utf8');
    expect(seen).toContain(sums.get(program));

    rmSync(join(modules, program));
    copyFileSync(join('node_modules', program), join(modules, program));
    appendFileSync(join(modules, program), '\n');
    const { status, stderr } = launch();
    expect(status).toBe(1);
    expect(stderr).toContain('is not the Node that this version is pinned to: its SHA-256 is');
    expect(stderr).not.toContain('building');
  });

  it('a script compares the pinned Node with the official archive', () => {
    const { archive, list } = buildArchive(join('node_modules', program));
    expect(verify(archive, list)).toEqual({
      status: 0,
      says: expect.stringContaining(`its binary matches the pinned ${program}`),
    });
    appendFileSync(archive, '\n');
    expect(verify(archive, list)).toEqual({
      status: 1,
      says: expect.stringMatching(/tar\.gz has the SHA-256 \w+; .*SHASUMS256\.txt says/),
    });
    const other = buildArchive('LICENSE');
    expect(verify(other.archive, other.list)).toEqual({
      status: 1,
      says: expect.stringMatching(/^bin\/node in .* has the SHA-256 \w+; bin\/node\.sha256 says/),
    });
  });
});
