/** Tests the package on a machine without a container, as docs/hosting.md installs it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { blocksFor, executeBlocks, readersShell } from './page.js';

it('the package is installed by the commands of the page and then serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-installed-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const shell = readersShell(folder);
  await shell.run(`export PATH="$PATH:${bin}"`);
  // The test must not write to system folders.
  const blocks = blocksFor('package').map((block) => ({
    ...block,
    text: block.text
      .replaceAll('/opt/metarun', join(folder, 'metarun'))
      .replaceAll('/usr/local/bin', bin),
  }));
  try {
    await executeBlocks(blocks, shell, 'http://127.0.0.1:8080');
    const serve = 'METARUN_PORT=0 METARUN_SANDBOX_MIN_LEVEL=3 metarun serve --json';
    await shell.run(`${serve} > started.json 2> log.txt & SERVER=$!`);
    await shell.run('until grep -q url started.json; do kill -0 $SERVER; sleep 0.1; done');
    expect(JSON.parse(await shell.run('cat started.json'))).toMatchObject({
      sandbox: { level: 3 },
    });
    await shell.run('metarun doctor');
    await shell.run('kill $SERVER; wait $SERVER');
  } finally {
    shell.end();
    rmSync(folder, { recursive: true });
  }
});
