/** Packages that one server has installed and another one loads from the shared storage. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3ArchiveStore } from '../../src/platform/storage/s3.archive-store.js';
import type { ArchiveStore } from '../../src/sandbox/runtime/archive-store.js';
import type { PythonRuntime } from '../../src/sandbox/runtime/python/python.runtime.js';
import { readServerConfig } from '../../src/server/core/config.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { type S3Server, startS3 } from '../support/s3-server.js';
import { until } from '../support/until.js';
import { IMPORT, lockedBy, buildLock, runProgram, usePackages } from './packages-harness.js';

const at = usePackages();
const WHEELS = ['leaf==2.0', 'thing==2.0'];
const NO_INDEX = 'http://127.0.0.1:9/simple';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(() => {
  s3.failure = () => null;
});

/** Returns the store of servers whose objects begin with `prefix`; each test has its own prefix. */
function storeAt(prefix: string): ArchiveStore {
  return new S3ArchiveStore(readServerConfig({ ...s3.settings, METARUN_STORAGE_PREFIX: prefix }));
}

/** Runs a script with the wheels on a server without environments; returns its outcome, its events and the warnings. */
async function onNewServer(
  prefix: string,
  index: string,
  more: { uv?: string; after?: () => Promise<void> } = {},
): Promise<{ outcome: unknown; events: string[]; warnings: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-environments-'));
  const warnings: string[] = [];
  const { uv = '', after } = more;
  const runtime: PythonRuntime = makePythonRuntime({
    packages: { folder, index, uv, archive: storeAt(prefix) },
    onWarning: (message) => warnings.push(message),
  });
  try {
    await runtime.warm();
    const host = new RecordingHost();
    const outcome = await runProgram(
      runtime,
      lockedBy(buildLock(at.index, ...WHEELS), IMPORT),
      host,
    );
    await after?.();
    expect(readdirSync(folder).filter((name) => name.startsWith('build-'))).toEqual([]);
    return { outcome, events: host.events, warnings };
  } finally {
    await runtime.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a function that waits until a server has uploaded an environment. */
const stored = (prefix: string) => async (): Promise<void> => {
  await until('an environment is stored', () => puts(prefix) > 0);
};
const puts = (prefix: string): number =>
  s3.requests.filter(
    ({ method, path }) => method === 'PUT' && path.includes(`${prefix}archives/environments/`),
  ).length;
const RAN = { kind: 'success', result: '2.0' };

describe('packages in the storage of files', () => {
  it('a server without an index finds packages that another server has stored', async () => {
    const first = await onNewServer('found/', at.index.url, { after: stored('found/') });
    expect(first).toMatchObject({ outcome: RAN, warnings: [] });
    expect(first.events.join('\n')).toContain('Installing collected packages');
    const second = await onNewServer('found/', NO_INDEX);
    expect(second).toMatchObject({ outcome: RAN, warnings: [] });
    expect(second.events.join('\n')).not.toContain('Installing collected packages');
  });

  it('packages are reinstalled with a warning when their archive is cut off or corrupted', async () => {
    const uv = at.installer(10_000);
    await onNewServer('odd/', at.index.url, { uv, after: stored('odd/') });
    s3.failure = ({ method, path }) =>
      method === 'GET' && path.includes('archives/') ? { cutAnswerAfter: 100 } : null;
    const cut = await onNewServer('odd/', at.index.url, { uv, after: stored('odd/') });
    expect(cut.outcome).toMatchObject(RAN);
    expect(cut.warnings).toEqual([
      expect.stringMatching(/^failed to fetch the packages [0-9a-f]{12}: /),
    ]);
    s3.failure = () => null;

    const store = storeAt('odd/');
    const put = s3.requests.findLast(
      ({ method, path }) => method === 'PUT' && path.includes('odd/'),
    );
    const name = /environments\/[0-9a-f]+\.tar\.zst/.exec(put?.path ?? '')?.[0] ?? '';
    const content = Buffer.concat((await (await store.read(name))?.toArray()) ?? []);
    content[content.length >> 1] = ~(content[content.length >> 1] ?? 0);
    await store.write(name, [content].values() as unknown as AsyncIterable<Buffer>);
    const changed = await onNewServer('odd/', at.index.url, { uv });
    expect(changed).toMatchObject({ outcome: RAN, warnings: [expect.stringContaining('fetch')] });
    store.close();
  });

  it('packages are installed with a warning when the storage refuses access', async () => {
    s3.failure = ({ path }) =>
      path.includes('archives/') ? { status: 403, code: 'AccessDenied' } : null;
    const { outcome, warnings } = await onNewServer('down/', at.index.url, {
      uv: at.installer(10_000),
      after: stored('down/'),
    });
    expect(outcome).toMatchObject(RAN);
    expect(warnings[0]).toMatch(/^failed to fetch the packages .*AccessDenied/);
  });

  it('archives that no server has read for long are removed when others are stored', async () => {
    const store = storeAt('old/');
    async function* text(): AsyncGenerator<Buffer> {
      yield Buffer.from('text');
    }
    await store.write('environments/old', text());
    s3.aged.add('old/archives/environments/old');
    await store.write('environments/new', text());
    expect(await store.read('environments/old')).toBeNull();
    expect(await store.read('environments/new')).not.toBeNull();
    store.close();
  });
});
