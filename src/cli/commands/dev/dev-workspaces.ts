import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MetarunClient } from '@metarun/client';
import type { MetaTaskFolder } from '../../../tooling/authoring/meta-task-folder.js';
import { contractNeeds } from '../../../tooling/authoring/contract-needs.js';
import { filesBelow, type FolderFile, hashFile } from '../../../tooling/local/folder-files.js';
import { knowledgeFolder } from '../../../tooling/local/local-knowledge.js';
import { isJsonObject, type JsonObject } from '../../../base/kernel/json.js';
import { authorFiles } from '../../toolkit/author-files.js';
import { parseJson } from '../../toolkit/profiles.js';
import { uploadFile } from '../../toolkit/upload-file.js';

/** Name of the file in the data folder that records which author files were uploaded. */
const SEEDED_FILE = 'seeded.json';

/**
 * The workspaces of `metarun dev`. A meta-task that names no workspace gets one by its identifier and shares it with
 * the meta-tasks in folders below. Files of `workspace/` are uploaded once per content, so that changes made by tasks
 * are kept.
 */
export class DevWorkspaces {
  private readonly file: string;
  /** SHA-256 of the uploaded files, by workspace and path. */
  private seeded: JsonObject = {};
  private readonly names = new Map<string, string>();
  /** Size and modification time of the files that were already read. */
  private readonly seen = new Map<string, string>();

  /**
   * `dataDir` is the server's. With `isShared`, meta-tasks that name no workspace use the default one, as on a server.
   */
  constructor(
    private readonly client: MetarunClient,
    dataDir: string,
    private readonly isShared: boolean,
  ) {
    this.file = join(dataDir, SEEDED_FILE);
  }

  async open(): Promise<void> {
    const kept: unknown = parseJson(await readFile(this.file, 'utf8').catch(() => ''));
    if (isJsonObject(kept)) this.seeded = kept;
  }

  /** Returns the meta-task with the name of its workspace, ready to be deployed. */
  bound(metaTask: MetaTaskFolder): MetaTaskFolder {
    const { folder, identifier, bindings } = metaTask;
    const own = this.isShared ? undefined : (this.above(folder) ?? identifier);
    const workspace = bindings.workspace ?? own;
    if (workspace === undefined) this.names.delete(folder);
    else this.names.set(folder, workspace);
    return {
      ...metaTask,
      bindings: { ...bindings, ...(workspace !== undefined && { workspace }) },
    };
  }

  /** Uploads the files of a deployed meta-task and returns the paths of those that are new or changed. */
  async seed({ folder, bindings }: MetaTaskFolder): Promise<string[]> {
    const fresh = await this.selectFreshFiles(await authorFiles(folder));
    return fresh.length === 0 ? [] : this.bring(await this.workspace(bindings.workspace), fresh);
  }

  /**
   * Creates the workspaces that an agent reads and that have a folder in `knowledge/` beside its contract, and uploads
   * the files there. A server rejects an agent whose workspaces are missing. Returns the paths of new or changed files,
   * by workspace.
   */
  async seedKnowledge(
    { folder, definition }: MetaTaskFolder,
    script: string,
  ): Promise<Map<string, string[]>> {
    const brought = new Map<string, string[]>();
    for (const name of (await contractNeeds(script, definition)).knowledge) {
      const beside = knowledgeFolder(folder, name);
      if (!existsSync(beside)) continue;
      const workspace = (await this.found(name)) ?? (await this.client.workspaces.create({ name }));
      const paths = await this.bring(
        workspace,
        await this.selectFreshFiles(await filesBelow(beside)),
      );
      if (paths.length > 0) brought.set(name, paths);
    }
    return brought;
  }

  private async selectFreshFiles(files: readonly FolderFile[]): Promise<FolderFile[]> {
    const fresh: FolderFile[] = [];
    for (const file of files) if (await this.isFresh(file.file)) fresh.push(file);
    return fresh;
  }

  /** Uploads files whose content was not uploaded to the workspace before. */
  private async bring(workspace: { id: string }, files: readonly FolderFile[]): Promise<string[]> {
    const known = this.seeded[workspace.id];
    const brought: JsonObject = isJsonObject(known) ? { ...known } : {};
    const paths: string[] = [];
    for (const { file, path } of files) {
      const hash = await hashFile(file);
      if (hash === null || brought[path] === hash) continue;
      await uploadFile({ client: this.client, ws: { ws: workspace.id } }, file, path);
      brought[path] = hash;
      paths.push(path);
    }
    this.seeded = { ...this.seeded, [workspace.id]: brought };
    if (paths.length > 0) await writeFile(this.file, JSON.stringify(this.seeded));
    return paths;
  }

  /** Returns the workspace of the nearest meta-task in a folder above. */
  private above(folder: string): string | undefined {
    for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) {
      const name = this.names.get(at);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  private async isFresh(file: string): Promise<boolean> {
    const found = await stat(file).catch(() => null);
    if (found === null) return false;
    const stamp = `${found.size} ${found.mtimeMs}`;
    if (this.seen.get(file) === stamp) return false;
    this.seen.set(file, stamp);
    return true;
  }

  private async workspace(name: string | undefined): Promise<{ id: string }> {
    const found = await this.found(name);
    if (found === undefined) throw new Error(`There is no workspace ${name ?? 'by default'}.`);
    return found;
  }

  private async found(name: string | undefined): Promise<{ id: string } | undefined> {
    const all = await this.client.workspaces.list();
    const wanted = name?.trim().normalize('NFC');
    return all.find((one) => (wanted === undefined ? one.is_default : one.name === wanted));
  }
}
