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
  /** Folder that keeps the data, made where it is missing; without it a temporary one, which goes with the host. */
  dataDir?: string | undefined;
  /** Tasks that run at the same time; 8 by default. */
  concurrency?: number | undefined;
  /** Those of the scripts to come; both by default. */
  languages?: readonly ScriptLanguage[] | undefined;
  /** As in {@link LocalSettings}. */
  model?: string | undefined;
  modelProviders?: string | undefined;
  /** Processes and threads that were started ahead, if any; they are closed with the rest. */
  started?: Started | undefined;
  onWait?: OnWait | undefined;
}

/** The id that stands for the user or the key of a server. */
const LOCAL_USER = newId();

/** All of a server in this process but HTTP: the same engine, sandbox and capabilities, on data of its own. */
export class LocalHost {
  private constructor(
    private readonly services: LocalServices,
    private readonly lock: DataFolderLock,
    /** To be removed in the end. */
    private readonly temporary: string | null,
  ) {}

  /** Throws an Error that says why scripts cannot run here, such as an interpreter that is missing. */
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
      // Folders of commands that were killed; the start does not wait for it.
      void removeLeftFolders();
      return new LocalHost(services, lock, temporary);
    } catch (error) {
      await abandon(lock, temporary);
      throw error;
    }
  }

  /** Absolute; for this user alone, and gone with the host where it is a temporary one. */
  get dataDir(): string {
    return this.services.config.dataDir;
  }

  get sandbox(): SandboxReport {
    return this.services.sandbox;
  }

  /** Makes one with an empty default workspace. */
  async createProject(name: string): Promise<LocalProject> {
    const id = newId();
    const project = { id, slug: `local-${id}`, name, createdAt: Date.now() };
    await this.services.database.write((transaction) =>
      createProject(transaction, project, LOCAL_USER),
    );
    return new LocalProject(this.services, project);
  }

  /** Ends what runs, and removes what this host has made. */
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
