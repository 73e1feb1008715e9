/** `@metarun/cli`: what authors install. docs/decisions/0083-a-thin-package-for-authors.md */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pdf } from '../support/documents/pdf.js';
import {
  filesIn,
  installIn,
  megabytesOf,
  packInto,
  runIn,
  writeHello,
} from '../support/installed-package.js';
import { type DocumentEntry, KnowledgeBase } from '../support/knowledge-base.js';
import { startServerProcess } from '../support/server-process.js';

const place = mkdtempSync(join(tmpdir(), 'thin-'));
const packages = join(place, 'node_modules');
const NODE_24 = `${dirname(process.execPath)}:/usr/bin:/bin`;
const PDF_ENGINES = ['@llamaindex/liteparse', '@firecrawl/pdf-inspector'];
let archives: { full: string; thin: string };
let command: string;

beforeAll(() => {
  archives = packInto(place);
  command = installIn(place, archives.thin);
  writeHello(place);
});
afterAll(() => rmSync(place, { recursive: true }));

function metarun(...args: string[]): ReturnType<typeof runIn> {
  return runIn(place, command, args, NODE_24);
}

describe('the thin package', () => {
  it('has the files of the whole one, but for the list of its Node', () => {
    const whole = filesIn(archives.full);
    expect(whole).toContain('bin/node.sha256');
    expect(filesIn(archives.thin)).toEqual(whole.filter((file) => file !== 'bin/node.sha256'));
  });

  it('takes less than 100 MB with all that is installed with it', () => {
    expect(megabytesOf(packages)).toBeLessThan(100);
  });

  it('runs, checks and tests, on the Node that is on PATH', () => {
    expect(metarun('run', 'hello.ts', '--param', 'name=Ada', '--json')).toMatchObject({
      stderr: '',
      status: 0,
    });
    for (const language of ['python', 'typescript']) {
      const made = ['csv-report', '--language', language] as const;
      expect(metarun('new', language, '--template', ...made)).toMatchObject({ status: 0 });
      for (const verb of ['run', 'check', 'test']) {
        const { status, stdout, stderr } = metarun(verb, language);
        expect({ verb, status, stdout, stderr }).toMatchObject({ verb, status: 0 });
        expect(stderr).not.toContain('(node:');
      }
    }
  });

  it('has the client, and types that an editor finds', () => {
    writeFileSync(
      join(place, 'uses.mts'),
      `import { MetarunClient } from '@metarun/cli/client';
import type { Reporter } from '@metarun/cli/workflow';
export const reporter: Reporter | null = null;
console.log(new MetarunClient({ url: 'http://127.0.0.1:2', token: 'x' }).url);
`,
    );
    expect(runIn(place, process.execPath, ['uses.mts'], NODE_24).stdout).toBe(
      'http://127.0.0.1:2\n',
    );
    const tsc = join(packages, 'typescript/bin/tsc');
    const options = '--noEmit --strict --skipLibCheck --module nodenext --lib es2024,dom'.split(
      ' ',
    );
    const { stdout, status } = runIn(
      place,
      process.execPath,
      [tsc, ...options, 'uses.mts'],
      NODE_24,
    );
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  it('names the whole package where there is no Node that it runs on', () => {
    mkdirSync(join(place, 'path'));
    for (const major of [22, 25]) {
      const node = `#!/bin/sh\necho v${major}.1.0\n`;
      writeFileSync(join(place, 'path/node'), node, { mode: 0o755 });
      const { status, stderr } = runIn(place, command, [], `${place}/path:/bin`);
      expect(status).toBe(1);
      expect(stderr).toContain(`it runs on Node 24 or 26, and there is only Node ${major} on PATH`);
      expect(stderr).toContain('or the package metarun in place of @metarun/cli');
    }
  });

  it('serves; a document that needs an engine is refused until the engine is installed', async () => {
    const program = join(packages, '@metarun/cli/dist/server/cli.js');
    const server = await startServerProcess({}, undefined, program);
    try {
      const base = await KnowledgeBase.create(server, 'documents');
      const page = pdf([[{ x: 70, y: 700, size: 12, text: 'Hello World' }]]);
      const upload = (): Promise<Response> => base.upload([{ name: 'a.pdf', bytes: page }], '/');
      const refused = await upload();
      const { code, errors } = (await refused.json()) as {
        code: string;
        errors: { message: string }[];
      };
      expect(code).toBe('unsupported_document');
      for (const name of PDF_ENGINES) expect(errors[0]?.message).toContain(`${name}@`);
      expect((await base.upload([{ name: 'b.html', bytes: '<b>Hi</b>' }], '/')).status).toBe(201);

      for (const scope of PDF_ENGINES.map((name) => dirname(name))) {
        mkdirSync(join(packages, scope));
        for (const name of readdirSync(join('node_modules', scope)))
          symlinkSync(resolve('node_modules', scope, name), join(packages, scope, name));
      }
      await server.restart('SIGTERM');
      const taken = await upload();
      expect(taken.status).toBe(201);
      const { conversion } = (await taken.json()) as DocumentEntry;
      expect(conversion?.status).toBe('converted');
      expect(await (await base.raw('/a.pdf.md')).text()).toContain('Hello World');
    } finally {
      await server.stop();
    }
  });
});
