import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { executePage } from '../support/doc-page.js';
import { type Block, parseBlocks, readPage, ROOT } from '../support/markdown.js';
import { Shell } from '../support/shell.js';
import { buildOptions, CERTIFICATES, engineEnvironment, provideBases, say } from './engine.js';
import { FOLDER } from './folder.mjs';

const PAGE = 'docs/hosting.md';
const BLOCK_MS = 900_000;

/** Returns the blocks of the page with the info string `info`. */
export function blocksFor(info: string): Block[] {
  const blocks = parseBlocks(readPage(PAGE)).filter((block) => block.info === info);
  if (blocks.length === 0) throw new Error(`${PAGE} has no block of ${info}`);
  return blocks;
}

/** Returns the container blocks of the page, beginning with the one that starts it. */
export function containerBlocks(): Block[] {
  return blocksFor('container').slice(startOfContainer());
}

/** Builds the image in `folder` as the page says; unchanged layers are reused. */
export async function buildImage(folder: string): Promise<void> {
  await provideBases();
  say('building the image from the package …');
  const shell = readersShell(folder);
  try {
    const blocks = blocksFor('container').slice(0, startOfContainer());
    await executeBlocks(blocks, shell, 'http://127.0.0.1:8080');
  } finally {
    shell.end();
  }
}

function startOfContainer(): number {
  return blocksFor('container').findIndex(({ text }) => text.includes('podman run'));
}

/**
 * Creates the shell of a reader of the page. Its `podman build` uses the machine's network, and its npm packs this
 * version.
 */
export function readersShell(folder: string, more: Record<string, string> = {}): Shell {
  const env = engineEnvironment();
  const bin = join(FOLDER, 'bin');
  mkdirSync(bin, { recursive: true });
  const command = (name: string, lines: string): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\nPATH="$REAL_PATH"\n${lines}\nexec ${name} "$@"\n`, {
      mode: 0o755,
    });
  const build = buildOptions().map((option) => `'${option}'`);
  command('podman', `[ "$1" = build ] && shift && exec podman build ${build.join(' ')} "$@"`);
  const packed = join(FOLDER, 'packed');
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed);
  // The registry may not have this version yet.
  command(
    'npm',
    `case "$*" in
"pack metarun") exec npm pack --ignore-scripts --silent '${ROOT}' ;;
"install --prefix "*" metarun") npm pack --ignore-scripts --silent --pack-destination '${packed}' '${ROOT}'
  exec npm install --silent --prefix "$3" '${packed}'/*.tgz ;;
esac`,
  );
  const { PATH = '' } = env;
  return new Shell(
    folder,
    {
      ...env,
      LANG: 'C.UTF-8',
      NODE_EXTRA_CA_CERTS: CERTIFICATES,
      REAL_PATH: PATH,
      PATH: `${bin}:${PATH}`,
      ...more,
    },
    BLOCK_MS,
  );
}

/** Executes blocks in a shell, with `url` in place of the address on the page. */
export function executeBlocks(blocks: readonly Block[], shell: Shell, url: string): Promise<void> {
  return executePage(blocks, { url, server: null, shell, welcome: '' });
}
