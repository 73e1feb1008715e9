/**
 * Executes every fenced block of the documentation, by its language:
 *
 * - `sh`: its lines in one bash a page, which has TOKEN and KEY set, in a folder that looks like the checkout.
 *   Every command must succeed. `npm start` in the README is really run; what is not run is a short list.
 * - `python`, `typescript`: a meta-task with this script, and one task of it.
 * - `json`, `text`: what the block before it led to. Of commands what they printed; of a script the task
 *   (`json`) and its log (`text`). "…" stands for what varies.
 *
 * Any other language fails, and so does an outcome that is an error unless the page shows it.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { isScriptLanguage } from '../../src/languages/index.js';
import { executePage, SHOWN } from '../support/doc-page.js';
import { npmStart } from '../support/launched.js';
import { type Block, blocksOf, PAGES, readPage, ROOT } from '../support/markdown.js';
import { makeIndex, type TestIndex } from '../support/packages.js';
import { CLI, startServer } from '../support/server.js';
import { Shell } from '../support/shell.js';

/** A folder with the command `metarun`. */
const installed = mkdtempSync(join(tmpdir(), 'metarun-installed-'));
const command = `exec "${process.execPath}" "${join(ROOT, CLI)}" "$@"`;
writeFileSync(join(installed, 'metarun'), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
afterAll(() => rmSync(installed, { recursive: true, force: true }));

/** The page whose server is started by its own `npm start`. */
const QUICKSTART = 'README.md';
/** The page whose server has a package index. */
const DEPENDENCIES = 'docs/dependencies.md';
/** The page with a receiver on this machine. */
const WEBHOOKS = 'docs/webhooks.md';
/** Left out of the folder that commands run in. */
const HIDDEN = ['.git', '.metarun'];

describe('every block does what the page says', () => {
  const pages = PAGES.map((page) => [page, blocksOf(readPage(page))] as const);

  test('there is something to execute', () => {
    expect(pages.flatMap(([, blocks]) => blocks).length).toBeGreaterThan(40);
  });

  test.each(pages.filter(([, blocks]) => blocks.length > 0))('%s', async (page, blocks) => {
    const folder = checkoutFor(page);
    try {
      await (page === QUICKSTART ? asReader(folder, blocks) : onServer(page, folder, blocks));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The first start makes the credentials; the reader copies the two lines that it prints. */
async function asReader(folder: string, blocks: readonly Block[]): Promise<void> {
  const server = await npmStart();
  const shell = new Shell(
    folder,
    environment({ METARUN_DATA_DIR: server.dataDir, ...ownProfiles(folder) }),
  );
  try {
    const lines = server.stdout.split('\n').filter((line) => /^\s*export (TOKEN|KEY)=/.test(line));
    expect(lines).toHaveLength(2);
    await shell.run(lines.join('\n'));
    await executePage(blocks, {
      url: server.url,
      server: null,
      shell,
      welcome: server.stdout,
    });
  } finally {
    shell.end();
    await server.stop();
  }
}

/** A server on data of its own, where the page needs one. */
async function onServer(page: string, folder: string, blocks: readonly Block[]): Promise<void> {
  const index = page === DEPENDENCIES ? acmeIndex() : null;
  const settings = {
    ...(index === null ? {} : { METARUN_PYTHON_INDEX_URL: index.url }),
    ...(page === WEBHOOKS ? { METARUN_NETWORK_RANGES: '127.0.0.1/32' } : {}),
  };
  const server = blocks.some(needsServer) ? await startServer(settings) : null;
  const known = server && {
    TOKEN: server.adminToken,
    KEY: server.apiKey,
    METARUN_DATA_DIR: server.dataDir,
  };
  const shell = new Shell(folder, environment({ ...known, ...ownProfiles(folder) }));
  const [url, welcome] = server ? [server.url, server.output.stdout] : [`http://${SHOWN}`, ''];
  try {
    await executePage(blocks, { url, server, shell, welcome });
  } finally {
    shell.end();
    await server?.stop();
    index?.remove();
  }
}

/** Returns the private index of the company in the page. */
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

/** Returns the environment of a machine with metarun and without a profile. */
function environment(more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '/' } = process.env;
  const known = { PATH: `${installed}:${PATH}`, HOME, XDG_CONFIG_HOME: join(installed, 'config') };
  return { ...known, LANG: 'C.UTF-8', NO_COLOR: '1', ...more };
}

/** Returns variables that keep a page's logins out of this user's profiles. */
function ownProfiles(folder: string): Record<string, string> {
  return { XDG_CONFIG_HOME: join(folder, '.config') };
}

/** A template's page gets a copy of its template, any other a folder with everything of the checkout in it. */
function checkoutFor(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-page-'));
  if (page.startsWith('templates/')) cpSync(join(ROOT, dirname(page)), folder, { recursive: true });
  else
    for (const name of readdirSync(ROOT).filter((entry) => !HIDDEN.includes(entry)))
      symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}
