// Bundles each of the popular packages of cases/ as a meta-task, runs it in an isolate, and compares the result with
// that of the same code in Node. `npm run test:all -- packages` installs them into a temporary folder and writes
// docs/packages.md, unless a package fails that runs according to this page. With names, it runs only these packages
// and writes nothing.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allCases, runCase, openRuntime } from './outcomes.mjs';
import { readRunning, writeTable } from './table.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = process.argv.slice(2);
const folder = process.env.PACKAGES_FOLDER ?? (await mkdtemp(join(tmpdir(), 'metarun-packages-')));
const isOwn = process.env.PACKAGES_FOLDER === undefined;
try {
  if (isOwn) {
    for (const file of ['package.json', 'package-lock.json'])
      await cp(join(here, file), join(folder, file));
    const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (installed.status !== 0) throw new Error('npm ci failed');
  }
  const runtime = await openRuntime();
  const rows = [];
  for (const [name, code] of Object.entries(await allCases())) {
    if (names.length > 0 && !names.includes(name)) continue;
    const outcome = await runCase(runtime, folder, name, code);
    rows.push({ name, ...outcome });
    console.log(`${outcome.runs ? '✓' : '✗'} ${name}${outcome.runs ? '' : `: ${outcome.why}`}`);
    if (names.length > 0 && outcome.detail) console.log(outcome.detail);
  }
  await runtime.close();
  const good = rows.filter(({ runs }) => runs).length;
  console.log(`${good} of ${rows.length} run`);
  const running = await readRunning();
  const lost = rows.filter(({ name, runs }) => !runs && running.has(name));
  for (const { name } of lost) console.log(`docs/packages.md says that ${name} runs`);
  process.send?.({ passed: rows.length - lost.length, failed: lost.length });
  process.exitCode = lost.length === 0 ? 0 : 1;
  if (names.length === 0 && lost.length === 0) await writeTable(rows);
} finally {
  if (isOwn) await rm(folder, { recursive: true, force: true });
}
