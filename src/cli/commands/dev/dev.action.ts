import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import { Checker } from '../../../tooling/authoring/checker.js';
import { findMetaTasks, openMetaTask } from '../../../tooling/authoring/meta-task-folder.js';
import { MetarunClient } from '@metarun/client';
import { readServerConfig } from '../../../server/core/config.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { boundedFetch } from '../../toolkit/bounded-fetch.js';
import { reported, reportingFetch } from '../../toolkit/report-wait.js';
import { DevBrowser } from './dev-browser.js';
import { DevDeployer } from './dev-deployer.js';
import { DevHome } from './dev-home.js';
import { DevOutput } from './dev-output.js';
import { startDevServer } from './dev-server-start.js';
import { DevWorkspaces } from './dev-workspaces.js';
import { TaskLines } from './task-lines.js';
import { watchFolder } from './watch.js';

interface Options {
  port?: number;
  fresh?: boolean;
  sharedWorkspace?: boolean;
  open?: boolean;
  json?: boolean;
}

/** Runs `metarun dev`: starts a server for this folder and deploys every save to it. Runs until the process ends. */
export async function runDev(
  given: string,
  { port, fresh = false, sharedWorkspace = false, open = false, json = false }: Options,
): Promise<void> {
  const folder = resolve(given);
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw usageError(`There is no folder ${given}.`, 'Name one with meta-tasks in it.', 'dev.md');
  const began = performance.now();
  const config = readServerConfig();
  const output = new DevOutput(json);
  const home = new DevHome(folder);
  const checker = new Checker(config);
  const closers: (() => unknown)[] = [];
  stopOnSignal(output, closers);
  await home.open(fresh);
  try {
    const { platform, close, address } = await reported(
      'the start of the server',
      startDevServer(config, home.dataDir, port),
    );
    closers.push(
      () => checker.close(),
      close,
      () => home.close(),
    );
    await home.publish(address);
    const client = new MetarunClient({ ...address, fetch: boundedFetch(reportingFetch()) });
    const workspaces = new DevWorkspaces(client, home.dataDir, sharedWorkspace);
    await workspaces.open();
    const deployer = new DevDeployer(client, checker, workspaces, output);
    const browser = new DevBrowser(client, output, open);
    const lines = new TaskLines(platform, client, output, (line) => browser.ended(line));
    await lines.open();
    const watcher = await watchFolder(
      folder,
      async (paths) => {
        const folders = await findMetaTasks(folder);
        const first = folders.filter((each) => paths.some((path) => isWithin(path, each)));
        await deployer.deployAll(folders, first);
      },
      (error) => output.problem(`Cannot watch ${shownPath(folder)}: ${getErrorMessage(error)}`),
    );
    closers.unshift(
      () => watcher.close(),
      () => lines.close(),
    );
    const folders = await findMetaTasks(folder);
    await reported('the first deployment', deployer.deployAll(folders));
    const link = await browser.link();
    const ms = performance.now() - began;
    output.ready(address, { folder, count: folders.length, ms, dashboard: link });
    const [first] = await opened(folders);
    if (first !== undefined) output.suggest(first, folder);
    await browser.open(link);
  } catch (error) {
    await Promise.allSettled(closers.map((close) => close()));
    await Promise.allSettled([checker.close(), home.close()]);
    throw error;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

async function opened(folders: readonly string[]) {
  const all = await Promise.all(folders.map((each) => openMetaTask(each).catch(() => null)));
  return all.filter((metaTask) => metaTask?.mode === 'script').filter((one) => one !== null);
}

/** Stops gracefully on the first signal and exits at once on the second. `closers` run in order. */
function stopOnSignal(output: DevOutput, closers: readonly (() => unknown)[]): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(EXIT.interrupted);
    stopping = true;
    output.note('stopping; running tasks may finish (once more to stop at once)');
    void close(closers).then(
      () => process.exit(EXIT.ok),
      (error: unknown) => {
        output.note(getErrorMessage(error));
        process.exit(EXIT.failed);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

async function close(closers: readonly (() => unknown)[]): Promise<void> {
  for (const each of closers) await each();
}
