/** Tests commands for meta-tasks that use a container image. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';
import { addImage, pulledImage, refreshedImage } from '../support/images.js';
import {
  digestNumber,
  makeScriptedEngine,
  type ScriptedEngine,
} from '../support/scripted-engine.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

const REFERENCE = 'registry.example.com/team/tools:1';

let engine: ScriptedEngine;
let server: ServerProcess;
let folder: string;
beforeAll(async () => {
  engine = await makeScriptedEngine();
  server = await startServerProcess({ ...engine.env, METARUN_IMAGE_REGISTRIES: '*' });
  folder = mkdtempSync(join(tmpdir(), 'metarun-cli-images-'));
  const files = {
    'python/metatask.yaml': 'name: On Python\nlanguage: python\ndocker_image: tools\n',
    'python/workflow.py': 'import json\nimport polars\ndef run(params, reporter):\n    return 1\n',
    'node/metatask.yaml': 'name: On Node\nlanguage: typescript\ndocker_image: tools\n',
    'node/workflow.ts':
      "import { cpus } from 'node:os';\nimport sharp from 'sharp';\nexport const run = () => [sharp, cpus];\n",
    'here/metatask.yaml': 'name: Here\nlanguage: typescript\ndocker_image: tools\n',
    'here/workflow.ts':
      "import { sep } from 'node:path';\nexport async function run(): Promise<string> { return sep; }\n",
    'packages/metatask.yaml': 'name: Packages\nlanguage: python\ndocker_image: tools\n',
    'packages/workflow.py':
      '# /// script\n# dependencies = ["polars"]\n# ///\ndef run(params, reporter):\n    return 1\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(async () => {
  await server.stop();
  await engine.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function here(...args: string[]) {
  const env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken, HOME: folder };
  const { code, stdout, stderr } = await runCli(args, { env, cwd: folder });
  return { code, text: stdout + stderr };
}

it('the check names the imports it leaves to the image, and refuses packages of the script', async () => {
  const python = await here('check', 'python');
  expect(python).toEqual({
    code: 0,
    text: expect.stringContaining('"polars" is left to the image'),
  });
  expect(python.text).not.toContain('json');
  const node = await here('check', 'node');
  expect(node).toEqual({ code: 0, text: expect.stringContaining('"sharp" is not installed here') });
  const packages = await here('check', 'packages');
  expect(packages).toEqual({ code: 1, text: expect.stringContaining('install them in the image') });
  const bundled = await here('bundle', 'node/workflow.ts', '--runtime', 'image');
  expect(bundled).toEqual({ code: 0, text: expect.stringMatching(/import \w+ from "sharp"/) });
});

it('a local run reports that it uses the interpreter of the machine, not the image', async () => {
  const run = await here('run', 'here');
  expect(run).toEqual({ code: 0, text: expect.stringContaining('not on the image "tools"') });
  expect(run.text).toContain('"/"');
});

it('a deployment finds the image by name and pins its current digest', async () => {
  expect((await here('deploy', 'python')).text).toContain('has no image "tools"');
  const serve = (number: number) =>
    engine.serve({
      [REFERENCE]: { digest: digestNumber(number), python: '3.12.4', node: '22.3.0' },
    });
  await serve(1);
  const { id } = (await addImage(server, 'tools', REFERENCE)).body;
  await pulledImage(server, id);
  expect(await here('deploy', 'python', 'node')).toMatchObject({ code: 0 });
  const metaTask = async () =>
    (await server.call('GET', '/projects/default/task-types/on-python')).body;
  expect(await metaTask()).toMatchObject({ version: 1, docker_image_digest: digestNumber(1) });
  await serve(2);
  await refreshedImage(server, id);
  const dry = await here('deploy', 'python', '--dry-run');
  expect(dry.text).toMatch(/docker_image.*tools sha256:0{12}/);
  expect(await here('deploy', 'python')).toMatchObject({ code: 0 });
  expect(await metaTask()).toMatchObject({ version: 2, docker_image_digest: digestNumber(2) });
  expect((await here('deploy', 'python')).text).toContain('version 2 is the same');
});
