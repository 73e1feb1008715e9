/** Tests how commands report the dependencies of npm packages and their missing types. */
import { afterAll, expect, it } from '@jest/globals';
import { authorProject, npmPackage } from '../support/author-project.js';
import { type Files, removeFolders } from '../support/folders.js';
import { runCli } from '../support/cli.js';
import { sharedServer } from '../support/shared-server.js';

afterAll(removeFolders);

const PACKAGES: Files = {
  'package.json': { name: 'a', private: true },
  ...npmPackage('may', {}, { 'index.js': `exports.open = () => require('net').connect(1);` }),
  ...npmPackage(
    'reads',
    {},
    {
      'index.js': `exports.text = () => require('fs').readFileSync(__dirname + '/data/a.txt');`,
    },
  ),
  ...npmPackage('must', {}, { 'index.js': `require.resolve('./worker.js');` }),
};

function metaTask(folder: string, more: string, script: string): Files {
  return {
    [`${folder}/metatask.yaml`]: `name: ${folder}\n${more}`,
    [`${folder}/workflow.ts`]: script,
  };
}

const OPENS = `import { open } from 'may';\nexport const run = () => open((socket) => socket);\n`;
const READS = `import { text } from 'reads';\nexport const run = () => text();\n`;

it('the check says what a package needs, at its import, and that its types are missing', async () => {
  const cwd = authorProject({
    ...PACKAGES,
    ...metaTask('isolate', '', OPENS),
    ...metaTask('node', 'runtime: node\n', OPENS),
    ...metaTask('node-reads', 'runtime: node\n', READS),
    ...metaTask('node-must', 'runtime: node\n', `import 'must';\nexport const run = () => 1;\n`),
  });
  const { code, stdout } = await runCli(['check'], { cwd });
  const untyped = (at: string, name: string) =>
    `${at}: warning: the package of "${name}" has no types, .*\`npm install --save-dev @types/${name}\``;
  expect(stdout.trimEnd().split('\n')).toEqual(
    [
      'isolate/workflow.ts:1:22: warning: "may" uses what .*: "net"\\. .*`runtime: node` in metatask\\.yaml$',
      untyped('isolate/workflow.ts:1:22', 'may'),
      untyped('node/workflow.ts:1:22', 'may'),
      'node-must/workflow.ts:1:8: error: "must" cannot be loaded, .*"./worker.js".* in node_modules/must/index.js:1\\. .*"install": \\["must"\\]',
      'node-reads/workflow.ts:1:22: warning: "reads" uses what .*: files beside its code\\. .*"install": \\["reads"\\]',
      untyped('node-reads/workflow.ts:1:22', 'reads'),
    ].map((said) => expect.stringMatching(new RegExp(`^${said}`))),
  );
  expect(code).toBe(1);
});

it('a run that fails for what a package needs names the same remedy', async () => {
  const cwd = authorProject({
    ...PACKAGES,
    ...metaTask('isolate', '', OPENS),
    ...metaTask('node', 'runtime: node\n', READS),
  });
  expect((await runCli(['run', 'isolate'], { cwd })).stderr).toMatch(
    /net\.connect needs a machine, which an isolate does not have: .*`runtime: node`/,
  );
  expect((await runCli(['run', 'node'], { cwd })).stderr).toMatch(
    /ENOENT.*\/data\/a\.txt'.*"install": \["reads"\]/,
  );
});

it('a script with a package without types is deployed, with a warning', async () => {
  const server = await sharedServer();
  const cwd = authorProject({ ...PACKAGES, ...metaTask('untyped', '', OPENS) });
  const env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken, XDG_CONFIG_HOME: cwd };
  const { code, stderr } = await runCli(['deploy', 'untyped'], { cwd, env });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^warning: .*the package of "may" has no types/m),
  });
  await server.stop();
});
