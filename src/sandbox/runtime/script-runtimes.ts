import { join } from 'node:path';
import { extraSlots } from '../../base/config/concurrency.js';
import type { Config } from '../../base/config/settings.js';
import type { ArchiveStore } from './archive-store.js';
import { serverSandbox } from './find-sandbox.js';
import type { OnWait } from './on-wait.js';
import { Runtimes } from './runtimes.js';
import { EgressFolder } from './sandbox/egress-folder.js';
import type { Sandbox } from './sandbox/sandbox.js';

/** The runtimes of scripts, with their sandbox and network. */
export interface ScriptRuntimes {
  readonly sandbox: Sandbox;
  /** The host's folder with the socket to the network. */
  readonly egress: EgressFolder;
  readonly runtimes: Runtimes;
}

/**
 * Creates the runtimes of a server without starting anything. `onWarning` receives warnings for operators, and `onWait`
 * anything that takes long. `archive` holds the packages of all servers. Rejects with an Error that says what to do if
 * the sandbox is not good enough.
 */
export async function serverRuntimes(
  config: Config,
  onWarning: (message: string) => void,
  archive: ArchiveStore | null,
  onWait: OnWait,
): Promise<ScriptRuntimes> {
  const { interpreter, sandbox, problems } = await serverSandbox(config, { onWait, onWarning });
  const egress = EgressFolder.make(sandbox);
  const runtimes = Runtimes.make({
    config,
    interpreter,
    sandbox,
    problems,
    egressDir: egress.path,
    // Agents may run as many snippets as scripts have slots.
    maxRuns: 2 * config.concurrency + extraSlots(config.concurrency),
    oneOwner: false,
    packages: {
      folder: join(config.dataDir, 'environments'),
      // A SQLite database belongs to one server; with PostgreSQL, several servers may use the same folder.
      shared: config.databaseUrl !== '',
      archive,
    },
    onWarning,
  });
  return { sandbox, egress, runtimes };
}

/** Ends all runs in the runtimes. */
export async function closeScriptRuntimes({ runtimes, egress }: ScriptRuntimes): Promise<void> {
  await runtimes.close();
  await egress.remove();
}
