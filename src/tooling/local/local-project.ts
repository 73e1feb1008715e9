import { buffer } from 'node:stream/consumers';
import type { ProjectRef } from '../../access/auth/caller.js';
import { normalisePath } from '../../files/files/tree/file-path.js';
import type { Workspace } from '../../files/files/workspaces/workspace.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { MemoryScope } from '../../tasks/catalogue/memory-field.js';
import { parseMemoryPlace } from '../../agents/memories/memory-selection.js';
import type {
  MemoryKind,
  MemoryOrigin,
  MemoryStatus,
  MemoryTrust,
} from '../../agents/memories/memory-words.js';
import { BY_HAND } from '../../agents/memories/memory.js';
import type { DefinitionChange } from '../../tasks/meta-tasks/definition.js';
import type { ModelScript } from './scripted.model-gateway.js';
import type { McpScript } from './scripted.mcp-port.js';
import type { Interceptor } from './intercepted-capabilities.js';
import type { LocalServices } from './local-services.js';
import { LocalTask } from './local-task.js';
import { insertSteps, type RecordedStep, splitSteps } from './recorded-steps.js';
import { exportFiles, importFiles, listAll } from './workspace-folder.js';

/** Author of a version, in place of a server's user. */
const AUTHOR = 'local';

/** A meta-task: its script and the API's fields. */
export type LocalDefinition = Omit<
  DefinitionChange,
  'script' | 'script_language' | 'workspace_id'
> & {
  identifier: string;
  /** The contract if `execution_mode` is `agent`. */
  script: string;
  script_language: ScriptLanguage;
};

export interface Defined {
  identifier: string;
  version: number;
  /** Schema of params: the author's, otherwise the one inferred from the script; null if anything is allowed. */
  params_schema: JsonObject | null;
}

export interface NewLocalTask {
  identifier: string;
  params: JsonObject;
  name?: string | undefined;
  /** Records of an earlier run, which this one replays. */
  steps?: readonly RecordedStep[] | undefined;
}

/** A memory that a project has before its tasks. */
export interface LocalMemory {
  text: string;
  kind: MemoryKind;
  trust: MemoryTrust;
  scope: MemoryScope;
  /** Identifier, with the scope `task_type`. */
  scope_id?: string | undefined;
  /** Set with the scope `subject`. */
  subject?: string | undefined;
}

/** A memory of a project. */
export interface KeptMemory {
  text: string;
  kind: MemoryKind;
  scope: MemoryScope;
  status: MemoryStatus;
  trust: MemoryTrust;
  origin: MemoryOrigin;
}

/** A project of a {@link LocalHost}: its meta-tasks, secrets, files, memories and tasks. */
export class LocalProject {
  constructor(
    private readonly services: LocalServices,
    private readonly project: ProjectRef,
  ) {}

  /**
   * Creates a meta-task, or a new version if anything changes. Throws MetarunError such as `invalid_script` with lines
   * and columns.
   */
  async define({ identifier, ...change }: LocalDefinition): Promise<Defined> {
    const { metaTasks } = this.services;
    // No memories are extracted from a run on an author's machine.
    const given = { ...change, name: change.name ?? identifier, extract_memory: false };
    const made = (await this.isDefined(identifier))
      ? await metaTasks.change(this.project.id, identifier, given, AUTHOR)
      : await metaTasks.create(this.project.id, { ...given, identifier }, AUTHOR);
    return {
      identifier,
      version: made.version,
      params_schema: made.params_schema ?? made.inferredParamsSchema,
    };
  }

  /** `hosts`: those to which an agent may send it. Throws MetarunError for an invalid secret. */
  async setSecret(name: string, value: string, hosts: readonly string[] = []): Promise<void> {
    await this.services.secrets.put(this.project, name, { value, hosts }, AUTHOR);
  }

  /** Copies the files of a folder into the default workspace; returns their number. */
  async importFolder(folder: string): Promise<number> {
    return importFiles(this.services, await this.workspace(), folder);
  }

  /** Creates a workspace with the files of a folder, once per name. No run writes to it. */
  async addWorkspace(name: string, folder: string): Promise<void> {
    const { workspaces } = this.services;
    const all = await workspaces.list(this.project.id);
    if (all.some(({ workspace }) => workspace.name === name)) return;
    const made = await workspaces.create(this.project.id, {
      name,
      kind: 'files',
      quotaBytes: null,
    });
    await importFiles(this.services, made.workspace, folder);
  }

  /**
   * Makes a folder hold the files of the default workspace; returns the paths of files that were written or removed.
   */
  async exportFolder(folder: string): Promise<string[]> {
    return exportFiles(this.services, await this.workspace(), folder);
  }

  /** Throws MetarunError `not_found`. */
  async readFile(path: string): Promise<Uint8Array> {
    const workspace = await this.workspace();
    const { content } = await this.services.reader.open(
      workspace,
      normalisePath(path, 'path'),
      () => null,
    );
    return buffer(content);
  }

  async writeFile(path: string, bytes: Uint8Array): Promise<void> {
    const workspace = await this.workspace();
    await this.services.writer.write(workspace, normalisePath(path, 'path'), Buffer.from(bytes));
  }

  /** Returns the paths of all files of the default workspace, such as `/reports/june.md`. */
  async listFiles(): Promise<string[]> {
    return (await listAll(this.services, await this.workspace())).map(({ path }) => path);
  }

  /** Stores a memory as if a person had added it. Throws MetarunError `invalid_memory` for an invalid text. */
  async remember({ text, kind, trust, ...place }: LocalMemory): Promise<void> {
    const { id: projectId } = this.project;
    await this.services.memories.add({
      projectId,
      place: parseMemoryPlace(projectId, place),
      kind,
      text,
      status: 'active',
      trust,
      expiresAt: null,
      createdVia: 'person',
      createdBy: AUTHOR,
      sources: [BY_HAND],
    });
  }

  /** Returns its memories, without revoked ones, in the order of their creation. */
  async memories(): Promise<KeptMemory[]> {
    const kept: KeptMemory[] = [];
    const where = { sql: `m.status IN ('active', 'pending')`, values: [] };
    for await (const { row } of this.services.memories.all(this.project.id, where)) {
      const { kind, scope, status, trust, created_via: origin } = row;
      kept.push({ text: row.text ?? '', kind, scope, status, trust, origin });
    }
    return kept;
  }

  /** Creates a task, which starts at once. Throws MetarunError `invalid_params`, `unknown_task_type`. */
  async start({ identifier, params, name, steps = [] }: NewLocalTask): Promise<LocalTask> {
    const { id: projectId } = this.project;
    const { records, decisions } = splitSteps(steps);
    const given = { metaTaskIdentifier: identifier, params, name: name ?? null };
    const { tasks } = await this.services.submission.submit(
      projectId,
      given,
      { by: null },
      async (transaction, inserted) => {
        for (const { id } of inserted) await insertSteps(transaction, projectId, id, records);
      },
    );
    const [task] = tasks;
    if (task === undefined) throw new Error('a submission gave no task');
    return new LocalTask(this.services, projectId, task.id, decisions);
  }

  /** Lets `interceptor` answer the calls of this project's scripts, for tests. */
  intercept(interceptor: Interceptor): void {
    this.services.capabilities.intercept(this.project.id, interceptor);
  }

  /** Lets `script` answer this project's requests to models, for tests. */
  answerModels(script: ModelScript): void {
    this.services.models.answer(this.project.id, script);
  }

  /** Lets `script` stand for this project's MCP servers, for tests. */
  answerMcp(script: McpScript): void {
    this.services.mcp.answer(this.project.id, script);
  }

  /** Returns the identifier of the meta-task of a task. */
  async loadMetaTaskIdentifier(taskId: string): Promise<string> {
    return (await this.services.tasks.get(this.project.id, taskId)).metaTask;
  }

  /** Returns the ids of a meta-task's tasks, in the order of their creation. */
  async taskIds(identifier: string): Promise<string[]> {
    const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
    const filter = { metaTasks: [identifier] };
    const tasks = await this.services.tasks.list(this.project.id, filter, all);
    return tasks.map(({ id }) => id).toSorted();
  }

  private workspace(): Promise<Workspace> {
    return this.services.workspaces.resolve(this.project.id, null, 'ws');
  }

  private async isDefined(identifier: string): Promise<boolean> {
    try {
      await this.services.metaTasks.get(this.project.id, identifier);
      return true;
    } catch (error) {
      if (error instanceof MetarunError && error.code === 'not_found') return false;
      throw error;
    }
  }
}
