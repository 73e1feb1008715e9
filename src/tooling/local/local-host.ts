import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import { createProject } from '../../access/projects/create-project.js';
import { newId } from '../../base/kernel/ids.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { SandboxReport } from '../../sandbox/runtime/sandbox/sandbox.js';
import { makeLocalFolder, removeLeftFolders } from './local-folder.js';
import { LocalProject } from './local-project.js';
import { closeStarted, type Started } from './local-runtimes.js';
import { type LocalServices, startServices } from './local-services.js';
import type { OnWait } from '../../sandbox/runtime/on-wait.js';

export interface LocalOptions {
  /** Folder of the data, which is created if missing; by default a temporary one, which is removed with the host. */
  dataDir?: string | undefined;
  /** Number of tasks that run at the same time; default: 8. */
  concurrency?: number | undefined;
  /** Languages of the scripts to come; default: both. */
  languages?: readonly ScriptLanguage[] | undefined;
  /** As in {@link LocalSettings}. */
  model?: string | undefined;
  modelProviders?: string | undefined;
  /** Processes and threads that were started ahead, if any; they are closed with the rest. */
  started?: Started | undefined;
  onWait?: OnWait | undefined;
}

/** Id in place of a server's user or key. */
const LOCAL_USER = newId();

/** A server without HTTP in this process: the same engine, sandbox and capabilities, on data of its own. */
export class LocalHost {
  private constructor(
    private readonly services: LocalServices,
    private readonly lock: DataFolderLock,
    /** Folder to be removed at the end. */
    private readonly temporary: string | null,
  ) {}

  /** Throws an Error with the reason if scripts cannot run here, such as a missing interpreter. */
  static async open(options: LocalOptions = {}): Promise<LocalHost> {
    const { languages = SCRIPT_LANGUAGES } = options;
    const { path, lock } = await folderFor(options.dataDir).catch(async (error: unknown) => {
      if (options.started !== undefined) await closeStarted(options.started);
      throw error;
    });
    const temporary = options.dataDir === undefined ? path : null;
    try {
      const kept = temporary === null;
      const services = await startServices({ ...options, languages, dataDir: path, kept, lock });
      // Folders of killed commands; the start does not wait for their removal.
      void removeLeftFolders();
      return new LocalHost(services, lock, temporary);
    } catch (error) {
      await abandon(lock, temporary);
      throw error;
    }
  }

  /** Absolute path, for this user alone; a temporary folder is removed with the host. */
  get dataDir(): string {
    return this.services.config.dataDir;
  }

  get sandbox(): SandboxReport {
    return this.services.sandbox;
  }

  /** Creates a project with an empty default workspace. */
  async createProject(name: string): Promise<LocalProject> {
    const id = newId();
    const project = { id, slug: `local-${id}`, name, createdAt: Date.now() };
    await this.services.database.write((transaction) =>
      createProject(transaction, project, LOCAL_USER),
    );
    return new LocalProject(this.services, project);
  }

  /** Ends all runs, and removes the host's files. */
  async close(): Promise<void> {
    try {
      await this.services.close();
    } finally {
      await abandon(this.lock, this.temporary);
    }
  }
}

async function folderFor(
  dataDir: string | undefined,
): Promise<{ path: string; lock: DataFolderLock }> {
  if (dataDir === undefined) return makeLocalFolder();
  const path = resolve(dataDir);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, lock: DataFolderLock.take(path, true) };
}

async function abandon(lock: DataFolderLock, temporary: string | null): Promise<void> {
  lock.release();
  if (temporary !== null) await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
}
