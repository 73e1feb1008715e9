import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';
import { readError, requireProblem } from '../support/http.js';
import {
  addImage,
  type Image,
  IMAGES,
  pulledImage,
  PYTHON,
  refreshedImage,
} from '../support/images.js';
import { type MetaTask, newMetaTask, postMetaTask, TYPES } from '../support/meta-tasks.js';
import {
  digestNumber,
  makeScriptedEngine,
  type ScriptedEngine,
} from '../support/scripted-engine.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const PASSWORD = 'a-password-of-a-registry';

let engine: ScriptedEngine;
let server: ServerProcess;
beforeAll(async () => {
  engine = await makeScriptedEngine();
  server = await startServerProcess({
    ...engine.env,
    METARUN_IMAGE_REGISTRIES: 'registry.example.com/team,localhost/',
    METARUN_LIMITS: 'images_mb=64',
  });
});
afterAll(async () => {
  await server.stop();
  await engine.remove();
});

const add = (name: string, reference: string, more: object = {}) =>
  addImage(server, name, reference, more);
const added = async (name: string, reference: string, more: object = {}) =>
  pulledImage(server, (await add(name, reference, more)).body.id);
const refreshed = ({ id }: Image) => refreshedImage(server, id);
const pulled = (id: string) => pulledImage(server, id);
const metaTaskOn = (id: string, more: object = {}) =>
  newMetaTask(server, { name: 'On an image', script: PYTHON, docker_image_id: id, ...more });
const change = (identifier: string, body: object) =>
  server.call<MetaTask>('PATCH', `${TYPES}/${identifier}`, { body });

describe('a new image', () => {
  it.each([
    [{ reference: 'python:3.13' }, '/reference', 'no registry'],
    [{ reference: 'team/python:3.13' }, '/reference', 'no registry'],
    [{ reference: 'registry.example.com/Team/x' }, '/reference', 'lower-case'],
    [{ reference: 'registry.example.com/team/x@sha256:12' }, '/reference', '64 hexadecimal'],
    [{ reference: 'user@registry.example.com/team/x' }, '/reference', 'sha256:'],
    [{ reference: 'registry.example.com/teams/x' }, '/reference', 'METARUN_IMAGE_REGISTRIES'],
    [{ reference: 'other.example.com/team/x' }, '/reference', 'METARUN_IMAGE_REGISTRIES'],
    [{ platform: 'windows/amd64' }, '/platform', 'not a platform of Linux'],
    [{ platform: 'linux/s390x' }, '/platform', 'not that of this machine'],
    [{ auth_secret: 'NOT_THERE' }, '/auth_secret', 'no secret'],
    [{ auth_secret: 'WITHOUT_USER' }, '/auth_secret', 'user:password'],
    [{ reference: 'localhost/x', auth_secret: 'LOGIN' }, '/auth_secret', 'loaded'],
    [{ name: 'A name' }, '/name', 'lower-case'],
  ])('a new image with %j is refused', async (given, pointer, words) => {
    await server.call('PUT', '/projects/default/secrets/WITHOUT_USER', {
      body: { value: PASSWORD },
    });
    const body = { name: 'refused', reference: 'registry.example.com/team/x', ...given };
    const answer = await server.call('POST', IMAGES, { body });
    const { code, errors, detail } = requireProblem(answer);
    expect([answer.status, code, errors[0]?.pointer]).toEqual([422, 'validation_failed', pointer]);
    expect(detail).toContain(words);
    expect(answer.text).not.toContain(PASSWORD);
  });

  it('a new image is pulled, probed and kept as a version', async () => {
    const reference = 'registry.example.com/team/tools:1';
    await engine.serve({
      [reference]: { digest: digestNumber(1), python: '3.12.4', node: '22.3.0' },
    });
    const image = await added('tools', reference);
    expect(image).toMatchObject({
      state: 'ready',
      error: null,
      digest: digestNumber(1),
      platform: null,
      versions: [
        {
          number: 1,
          digest: digestNumber(1),
          size: 1_000_000,
          python: { version: '3.12.4', issue: null },
          node: { version: '22.3.0', issue: null },
          libc: 'glibc 2.36',
          user: 65_534,
        },
      ],
      meta_tasks: [],
    });
    expect(readError(await add('tools', reference))).toBe('409 duplicate');
    const listed = await server.call<Image[]>('GET', IMAGES);
    expect(listed.body.map(({ name }) => name)).toContain('tools');
    const [probe] = (await engine.calls()).filter(({ args }) => args[0] === 'run');
    for (const flag of ['--read-only', '--network', '--cap-drop'])
      expect(probe?.args).toContain(flag);
    const events = await server.call('GET', '/projects/default/audit?action=images.create');
    expect(JSON.stringify(events.body)).toContain(reference);
  });

  it('an image that cannot be pulled reports the error of the registry', async () => {
    const image = await added('missing', 'registry.example.com/team/missing:1');
    expect(image).toMatchObject({
      state: 'failed',
      digest: null,
      error: { code: 'image_pull_failed', message: expect.stringContaining('manifest unknown') },
    });
    const refused = await postMetaTask(server, { name: 'x', docker_image_id: image.id });
    expect(requireProblem(refused)).toMatchObject({
      code: 'image_not_ready',
      detail: expect.stringContaining('manifest unknown'),
    });
  });

  it('an image fails if its tag and its digest disagree', async () => {
    const tag = 'registry.example.com/team/tagged:2';
    const other = `registry.example.com/team/tagged@${digestNumber(21)}`;
    await engine.serve({
      [tag]: { digest: digestNumber(22), python: '3.12.4' },
      [other]: { digest: digestNumber(21), python: '3.12.4' },
    });
    const image = await added('disagrees', `${tag}@${digestNumber(21)}`);
    expect(image.error?.message).toMatch(/tag 2 is sha256:0+22 now, not sha256:0+21/);
  });

  it('an image is refused or limited by what its interpreters lack', async () => {
    await engine.load('localhost/minimal:1', {
      digest: digestNumber(31),
      python: '3.11.2',
      missing: 'json ssl',
      node: '18.1.0',
    });
    const unusable = await added('minimal', 'localhost/minimal:1');
    expect(unusable.error).toEqual({
      code: 'image_unusable',
      message: expect.stringMatching(
        /no module json, ssl; install python3, not python3-minimal.*20\.16/s,
      ),
    });
    await engine.load('localhost/node:1', { digest: digestNumber(32), node: '24.0.1' });
    const onlyNode = await added('only-node', 'localhost/node:1');
    expect(onlyNode).toMatchObject({
      state: 'ready',
      versions: [{ python: { version: null, issue: expect.stringContaining('install Python') } }],
    });
    const refused = await postMetaTask(server, {
      name: 'x',
      script: PYTHON,
      docker_image_id: onlyNode.id,
    });
    expect(requireProblem(refused)).toMatchObject({
      code: 'image_unusable',
      errors: [{ pointer: '/docker_image_id' }],
    });
    const pulls = (await engine.calls()).filter(({ args }) => args[0] === 'pull');
    expect(pulls.filter(({ args }) => args.at(-1)?.startsWith('localhost/'))).toEqual([]);
  });

  it('the registry login is passed in a private file and never shown', async () => {
    const reference = 'registry.example.com/team/private:1';
    await engine.serve({
      [reference]: { digest: digestNumber(41), python: '3.12.4', login: `bot:${PASSWORD}` },
    });
    const secret = (value: string) =>
      server.call('PUT', '/projects/default/secrets/LOGIN', { body: { value } });
    await secret(`bot:${PASSWORD}2`);
    const image = await added('private', reference, { auth_secret: 'LOGIN' });
    expect(image).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('unauthorized') },
    });
    await secret(`bot:${PASSWORD}`);
    expect(await refreshed(image)).toMatchObject({ state: 'ready', auth_secret: 'LOGIN' });
    // This engine prints the login file in its error.
    await engine.serve({});
    const words = (await refreshed(image)).error?.message;
    expect(words).toMatch(/manifest unknown/);
    const calls = (await engine.calls()).filter(({ args }) => args.at(-1) === reference);
    const withFile = calls.filter(({ args }) => args[0] === 'pull');
    expect(withFile.map(({ mode }) => mode)).toEqual([0o600, 0o600, 0o600]);
    expect(withFile.every(({ auth }) => auth !== undefined && !existsSync(auth))).toBe(true);
    const encoded = Buffer.from(`bot:${PASSWORD}`).toString('base64');
    const shown = [JSON.stringify(calls.map(({ args }) => args)), words, server.output.stderr];
    for (const text of [...shown, server.output.stdout])
      expect([text?.includes(PASSWORD), text?.includes(encoded)]).toEqual([false, false]);
  });
});

describe('a meta-task on an image', () => {
  it('a meta-task keeps the digest of its version until it names the image again', async () => {
    const reference = 'registry.example.com/team/moving:latest';
    const serve = (number: number) =>
      engine.serve({ [reference]: { digest: digestNumber(number), python: '3.12.4' } });
    await serve(51);
    const image = await added('moving', 'registry.example.com/team/moving');
    const { identifier, docker_image_digest: first } = await metaTaskOn(image.id);
    expect(first).toBe(digestNumber(51));
    await serve(52);
    const moved = await refreshed(image);
    expect(moved.versions.map(({ digest }) => digest)).toEqual([
      digestNumber(52),
      digestNumber(51),
    ]);
    expect(moved.meta_tasks).toEqual([identifier]);
    expect((await refreshed(image)).versions).toHaveLength(2);
    const kept = (await change(identifier, { description: 'Another one' })).body;
    expect([kept.version, kept.docker_image_digest]).toEqual([2, digestNumber(51)]);
    const renewed = (await change(identifier, { docker_image_id: image.id })).body;
    expect([renewed.version, renewed.docker_image_digest]).toEqual([3, digestNumber(52)]);
    expect((await change(identifier, { docker_image_id: image.id })).body.version).toBe(3);
    const report = await server.call<{ changed: string[] }>('POST', `${TYPES}/check`, {
      body: { name: 'On an image', identifier, docker_image_id: image.id },
    });
    expect(report.status).toBe(200);
    await serve(53);
    await refreshed(image);
    expect((await change(identifier, { docker_image_id: null })).body).toMatchObject({
      docker_image_id: null,
      docker_image_version_id: null,
      docker_image_digest: null,
    });
  });

  it.each([
    [
      { script: `# /// script\n# dependencies = ["numpy"]\n# ///\n${PYTHON}` },
      'invalid_script',
      'install them in the image',
    ],
    [{ execution_mode: 'agent', script: null }, 'validation_failed', 'execution_mode'],
    [{ docker_image_id: UNKNOWN }, 'unknown_binding', 'GET …/images'],
  ])('a meta-task on an image is refused with %j', async (more, code, words) => {
    await engine.load('localhost/rules:1', {
      digest: digestNumber(61),
      python: '3.12.4',
      node: '22.3.0',
    });
    const name = `rules-${code.replaceAll('_', '-')}`;
    const { id } = await added(name, 'localhost/rules:1');
    const answer = await postMetaTask(server, {
      name: 'x',
      script: PYTHON,
      docker_image_id: id,
      ...more,
    });
    const { code: found, detail, errors } = requireProblem(answer);
    expect(found).toBe(code);
    expect(`${detail} ${errors[0]?.message}`).toContain(words);
  });

  it('a script on an image may import modules of Node and use packages of the image', async () => {
    const { body } = await server.call<Image[]>('GET', IMAGES);
    const { id = '' } = body.find(({ name }) => name === 'only-node') ?? {};
    const script = `import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
export async function run(): Promise<boolean> { return typeof sharp === typeof readFile; }`;
    const typescript = { script, script_language: 'typescript' };
    await metaTaskOn(id, typescript);
    const here = await postMetaTask(server, { name: 'x', ...typescript });
    expect(readError(here)).toBe('422 invalid_script');
    const beside = await postMetaTask(server, {
      name: 'x',
      docker_image_id: id,
      ...typescript,
      script: `import './lib.js';\n${script}`,
    });
    expect(readError(beside)).toBe('422 invalid_script');
  });

  it('a task pulls its image by digest on a machine that lacks it', async () => {
    const reference = 'registry.example.com/team/elsewhere:1';
    const pinned = `registry.example.com/team/elsewhere@${digestNumber(68)}`;
    const image = { digest: digestNumber(68), python: '3.12.4' };
    await engine.serve({ [reference]: image, [pinned]: image });
    const { identifier } = await metaTaskOn((await added('elsewhere', reference)).id);
    await engine.forget();
    await engine.serve({ [reference]: { digest: digestNumber(69) }, [pinned]: image });
    const id = await createTask(server, identifier);
    await until('the pull by digest', async () =>
      (await engine.calls()).some(({ args }) => args[0] === 'pull' && args.at(-1) === pinned),
    );
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });

  it('an image in use is deleted only by force, and then its runs report that it is gone', async () => {
    const reference = 'registry.example.com/team/used:1';
    await engine.serve({ [reference]: { digest: digestNumber(71), python: '3.12.4' } });
    const image = await added('used', reference);
    const { identifier } = await metaTaskOn(image.id, { max_attempts: 1 });
    const refused = await server.call('DELETE', `${IMAGES}/${image.id}`);
    expect(requireProblem(refused)).toMatchObject({
      code: 'image_in_use',
      detail: expect.stringContaining(identifier),
    });
    expect((await server.call('DELETE', `${IMAGES}/${image.id}?force=true`)).status).toBe(204);
    expect(readError(await server.call('GET', `${IMAGES}/${image.id}`))).toBe('404 not_found');
    const task = await createTask(server, identifier);
    const ended = await taskWhen(server, task, ({ status }) => status === 'failed');
    expect(ended).toMatchObject({
      error_code: 'sandbox_error',
      error_message: expect.stringMatching(/image_gone.*"used".*sha256:0+71.*deleted/),
    });
    expect((await change(identifier, { description: 'x' })).status).toBe(422);
  });
});

it('a pull beyond METARUN_LIMITS.images_mb is refused until a deleted image makes space', async () => {
  const [one, two, three] = ['one', 'two', 'three'].map(
    (name) => `registry.example.com/team/${name}:1`,
  ) as [string, string, string];
  const bytes = 30 * 1024 * 1024;
  await engine.serve({
    [one]: { digest: digestNumber(81), bytes, python: '3.12.4' },
    [two]: { digest: digestNumber(82), bytes, python: '3.12.4' },
    [three]: { digest: digestNumber(83), bytes, python: '3.12.4' },
  });
  const first = await added('one', one);
  await added('two', two);
  const refused = await added('three', three);
  expect(refused.error).toMatchObject({
    code: 'image_pull_failed',
    message: expect.stringContaining('METARUN_LIMITS.images_mb'),
  });
  expect(await engine.images()).not.toContain(three);
  expect((await server.call('DELETE', `${IMAGES}/${first.id}`)).status).toBe(204);
  expect((await refreshed(refused)).state).toBe('ready');
  expect(await engine.images()).not.toContain(one);
  for (const name of ['two', 'three']) {
    const { body } = await server.call<Image[]>('GET', IMAGES);
    const { id = '' } = body.find((image) => image.name === name) ?? {};
    expect((await server.call('DELETE', `${IMAGES}/${id}`)).status).toBe(204);
  }
});

it('a pull that was interrupted by a kill resumes after the restart', async () => {
  const reference = 'registry.example.com/team/slow:1';
  await engine.serve({ [reference]: { digest: digestNumber(91), python: '3.12.4', held: true } });
  const { body } = await add('slow', reference);
  const pulls = async (): Promise<number> =>
    (await engine.calls()).filter(({ args }) => args.at(-1) === reference && args[0] === 'pull')
      .length;
  await until('the pull', async () => (await pulls()) === 1);
  expect(readError(await postMetaTask(server, { name: 'x', docker_image_id: body.id }))).toBe(
    '422 image_not_ready',
  );
  await server.restart('SIGKILL');
  await until('the second pull', async () => (await pulls()) === 2);
  await engine.release();
  expect(await pulled(body.id)).toMatchObject({ state: 'ready', digest: digestNumber(91) });
});

it('metarun doctor probes the images', async () => {
  await engine.load('localhost/doctored:1', { digest: digestNumber(95), python: '3.12.4' });
  await added('doctored', 'localhost/doctored:1');
  const { stdout } = await runCli(['doctor', '--json'], { env: server.env });
  const { checks } = JSON.parse(stdout) as { checks: { name: string; detail: string }[] };
  expect(checks.find(({ name }) => name === 'images')?.detail).toMatch(
    /^podman 4\.3\.1; .*"doctored" \(sha256:0+\): Python 3\.12\.4/,
  );
});

it('no image can be added on a server without a container engine', async () => {
  const other: TestServer = await sharedServer();
  const answer = await other.call('POST', IMAGES, {
    body: { name: 'x', reference: 'registry.example.com/team/x' },
  });
  expect(requireProblem(answer)).toMatchObject({
    code: 'not_available',
    detail: expect.stringContaining('METARUN_CONTAINER_ENGINE'),
  });
  const refused = await postMetaTask(other, { name: 'x', docker_image_id: UNKNOWN });
  expect(readError(refused)).toBe('422 unknown_binding');
  await other.stop();
});
