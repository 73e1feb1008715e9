/**
 * Executes every fenced block of the documentation by its language:
 *
 * - `sh`: one bash per page runs its lines, with TOKEN and KEY set, in a folder that looks like the checkout. Every
 *   command must succeed. `npm start` in the README is really run; the commands that are not run are a short list.
 * - `python`, `typescript`: a meta-task is created with this script, and one task runs.
 * - `json`, `text`: the block shows the result of the block before it: the output of commands, or the task (`json`)
 *   and the log (`text`) of a script. "…" stands for parts that vary.
 *
 * Any other language fails, and so does an error unless the page shows it.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isScriptLanguage } from '../../src/base/languages/index.js';
import { executePage, SHOWN } from '../support/doc-page.js';
import { npmStart } from './launched.js';
import { type Block, ROOT } from '../support/markdown.js';
import { makeIndex, type TestIndex } from '../support/packages.js';
import { listExecutedPages } from './page-groups.js';
import type { TestServer } from '../support/server.js';
import { startServerProcess } from '../support/server-process.js';
import { CLI } from '../support/server-process.js';
import { sharedServer } from '../support/shared-server.js';
import { Shell } from '../support/shell.js';

/** Page whose server is started by its own `npm start` and whose `npx` is the real one. */
const QUICKSTART = 'README.md';
/** Page whose server has a package index. */
const DEPENDENCIES = 'docs/dependencies.md';
/** Pages that connect to another service on this machine. */
const ON_THIS_MACHINE = ['docs/ask.md', 'docs/webhooks.md', 'docs/models.md', 'docs/mcp-client.md'];
/** Pages that show something of the whole server: its settings, projects, metrics or data folder. */
const OWN_SERVER = [
  DEPENDENCIES,
  ...ON_THIS_MACHINE,
  'docs/api.md',
  'docs/operations.md',
  'docs/storage.md',
];
/** Names missing from the folder in which commands run. */
const HIDDEN = ['.git', '.metarun'];

/** Folder that contains the command `metarun`. */
let installed: string;

/** Tests the pages of the group in the name of a test file: `pages-<group>.test.ts`. */
export function testPages(file: string): void {
  const group = /^pages-(.+)\.test\.ts$/.exec(basename(file))?.[1] ?? '';
  beforeAll(() => {
    installed = mkdtempSync(join(tmpdir(), 'metarun-installed-'));
    const run = `exec "${process.execPath}" "${join(ROOT, CLI)}" "$@"`;
    writeFileSync(join(installed, 'metarun'), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
    // The quickstart tests the real `npx`, which takes ten times as long as the command itself.
    const npx = `#!/bin/sh\n[ "$1" = metarun ] || exit 127\nshift\n${run}\n`;
    writeFileSync(join(installed, 'npx'), npx, { mode: 0o755 });
  });
  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  describe('every block does what the page says', () => {
    it.each(listExecutedPages(group))(
      'every block of %s does what the page says',
      async (page, blocks) => {
        const folder = checkoutFor(page);
        try {
          await (page === QUICKSTART
            ? asReader(folder, blocks)
            : installedIn(page, folder, blocks));
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    );
  });
}

/** Executes a page as a reader who copies the two lines with credentials that the first start prints. */
async function asReader(folder: string, blocks: readonly Block[]): Promise<void> {
  const server = await npmStart();
  const shell = new Shell(folder, environment(folder, { METARUN_DATA_DIR: server.dataDir }));
  try {
    const lines = server.stdout.split('\n').filter((line) => /^\s*export (TOKEN|KEY)=/.test(line));
    expect(lines).toHaveLength(2);
    await shell.run(lines.join('\n'));
    await executePage(blocks, { url: server.url, server: null, shell, welcome: server.stdout });
  } finally {
    shell.end();
    await server.stop();
  }
}

/** Executes a page with the command installed, and with a server if the page needs one. */
async function installedIn(page: string, folder: string, blocks: readonly Block[]): Promise<void> {
  const index = page === DEPENDENCIES ? acmeIndex() : null;
  const served = blocks.some(needsServer) ? await serverFor(page, index) : null;
  const server = served?.server ?? null;
  const path = `${installed}:${process.env['PATH'] ?? ''}`;
  const known = server && {
    TOKEN: server.adminToken,
    KEY: server.apiKey,
    ...(OWN_SERVER.includes(page) ? { METARUN_DATA_DIR: server.dataDir } : {}),
  };
  const shell = new Shell(folder, environment(folder, { PATH: path, ...known }));
  const url = server?.url ?? `http://${SHOWN}`;
  const welcome = served?.welcome ?? '';
  try {
    await executePage(blocks, { url, server, shell, welcome });
  } finally {
    shell.end();
    await server?.stop();
    index?.remove();
  }
}

/** Returns the server for a page, and its output if the page has its own server. */
async function serverFor(
  page: string,
  index: TestIndex | null,
): Promise<{ server: TestServer; welcome: string }> {
  // Readers have the default settings.
  if (!OWN_SERVER.includes(page))
    return { server: await sharedServer({ METARUN_NETWORK_RANGES: '' }), welcome: '' };
  const server = await startServerProcess({
    ...(index === null ? {} : { METARUN_PYTHON_INDEX_URL: index.url }),
    ...(ON_THIS_MACHINE.includes(page) ? { METARUN_NETWORK_RANGES: '127.0.0.1/32' } : {}),
  });
  return { server, welcome: server.output.stdout };
}

/** Returns the private package index of the company on the page. */
function acmeIndex(): TestIndex {
  const greet = 'from acme_words import hello\ndef greet(name):\n    return f"{hello}, {name}!"\n';
  const greetings = {
    name: 'acme-greetings',
    files: { 'acme_greetings.py': greet },
    requires: ['acme-words'],
  };
  const words = { 'acme_words.py': 'hello = "Hello"\n' };
  return makeIndex(
    { ...greetings, version: '1.0' },
    { ...greetings, version: '2.1' },
    { name: 'acme-words', version: '1.0', files: words },
  );
}

function needsServer({ language, text }: Block): boolean {
  return isScriptLanguage(language) || text.includes(SHOWN) || text.includes('METARUN_DATA_DIR');
}

/** Returns the environment of a reader without a profile. Logins stay in the folder of the page. */
function environment(folder: string, more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '/' } = process.env;
  const standard = { PATH, HOME, LANG: 'C.UTF-8', NO_COLOR: '1' };
  return { ...standard, XDG_CONFIG_HOME: join(folder, '.config'), ...more };
}

/**
 * Creates a folder with a copy of the template for the page of a template, or links to the whole checkout for others.
 */
function checkoutFor(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-page-'));
  if (page.startsWith('templates/')) cpSync(join(ROOT, dirname(page)), folder, { recursive: true });
  else
    for (const name of readdirSync(ROOT).filter((entry) => !HIDDEN.includes(entry)))
      symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}
