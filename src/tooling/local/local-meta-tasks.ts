import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findRepositoryRoot, shownPath } from '../authoring/author-path.js';
import { buildScript } from '../authoring/build-script.js';
import { contractNeeds } from '../authoring/contract-needs.js';
import { placedIn } from '../authoring/script-place.js';
import { onThisMachine } from '../authoring/image-binding.js';
import { META_TASK_FILE } from '../authoring/meta-task-file.js';
import {
  findMetaTasks,
  isPulled,
  type MetaTaskFolder,
  openMetaTask,
} from '../authoring/meta-task-folder.js';
import { getErrorMessage, MetarunError } from '../../base/kernel/errors.js';
import { bringKnowledge } from './local-knowledge.js';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { Defined, LocalProject } from './local-project.js';
import { META_TASK_ERRORS } from '../../tasks/meta-tasks/errors.js';

/** Values that replace a meta-task's own. */
interface Overrides {
  timeout_seconds?: number | undefined;
  /** Folders of the workspaces that agents read, by name. */
  knowledge?: ReadonlyMap<string, string> | undefined;
}

/**
 * Defines a meta-task of the author's disk in a project, and further ones of its repository when a script requests
 * them.
 */
export class LocalMetaTasks {
  /** Requested meta-tasks by identifier: each is defined once, even for simultaneous requests. */
  private readonly known = new Map<string, Promise<unknown>>();
  private others: Promise<Map<string, string>> | null = null;

  constructor(
    private readonly project: LocalProject,
    private readonly main: MetaTaskFolder,
    private readonly overrides: Overrides = {},
  ) {
    project.intercept(async ({ method, args }) => {
      if (method === 'task.run') await this.defineChildren(args);
      return undefined;
    });
  }

  /** Throws GuidedError with the places of all errors. */
  async define(): Promise<Defined> {
    const { timeout_seconds: timeout } = this.overrides;
    const given = timeout === undefined ? {} : { timeout_seconds: timeout };
    const defined = this.defineOne(this.main, [], given);
    this.known.set(this.main.identifier, defined);
    return defined;
  }

  /** `above`: agents for whose tools the meta-task is defined, the outermost first. */
  private async defineOne(
    given: MetaTaskFolder,
    above: readonly string[],
    overrides: Overrides = {},
  ): Promise<Defined> {
    const metaTask = onThisMachine(given);
    const { identifier, mode, definition } = metaTask;
    refuseBindings(metaTask);
    const { script } = await buildScript(metaTask);
    if (mode === 'agent') {
      const { metaTasks, knowledge } = await contractNeeds(script, definition);
      await bringKnowledge(this.project, metaTask, knowledge, this.overrides.knowledge);
      for (const one of metaTasks) await this.defineTool(one, [...above, identifier]);
    }
    const { timeout_seconds = definition.timeout_seconds } = overrides;
    try {
      // The task runs on this machine, whatever its tags.
      const here = { ...definition, runs_on: [], timeout_seconds };
      return await this.project.define({ ...here, identifier, script });
    } catch (error) {
      throw error instanceof MetarunError ? placed(error, metaTask, script) : error;
    }
  }

  /** Defines a meta-task that is a tool of an agent, before the agent. */
  private async defineTool(identifier: string, above: readonly string[]): Promise<void> {
    if (above.includes(identifier))
      throw new GuidedError(`The agent ${identifier} has itself among its tools.`, {
        code: 'not_available',
        fix: `Leave "task:" out of one of these: ${[...above, identifier].join(' → ')}. A server takes it.`,
        docs: 'run.md#limits',
      });
    await this.defineOnce(identifier, above);
  }

  private async defineChildren(args: Json): Promise<void> {
    const tasks = isJsonObject(args) ? args['tasks'] : null;
    if (!Array.isArray(tasks)) return;
    for (const one of tasks) {
      const identifier = isJsonObject(one) ? one['task'] : null;
      if (typeof identifier !== 'string') continue;
      try {
        await this.defineOnce(identifier);
      } catch (error) {
        if (error instanceof MetarunError) throw error;
        throw new MetarunError(META_TASK_ERRORS.invalid_script, describeError(error), {
          cause: error,
        });
      }
    }
  }

  private defineOnce(identifier: string, above: readonly string[] = []): Promise<unknown> {
    const known = this.known.get(identifier) ?? this.defineChild(identifier, above);
    this.known.set(identifier, known);
    return known;
  }

  /** Leaves a meta-task that is not found to the call that starts it. */
  private async defineChild(identifier: string, above: readonly string[]): Promise<void> {
    const folder = (await (this.others ??= this.findOthers())).get(identifier);
    if (folder !== undefined) await this.defineOne(await openMetaTask(folder), above);
  }

  /** Returns folders by identifier. Omits invalid meta-tasks, which nothing has asked for. */
  private async findOthers(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const folder of await neighbours(this.main.folder)) {
      const metaTask = await openMetaTask(folder).catch(() => null);
      if (metaTask !== null) found.set(metaTask.identifier, folder);
    }
    return found;
  }
}

/**
 * Returns the meta-tasks of the repository; without one, those beside a folder and below it, since its ancestors may be
 * a whole home directory.
 */
async function neighbours(folder: string): Promise<string[]> {
  const root = findRepositoryRoot(folder);
  if (existsSync(join(root, '.git'))) return findMetaTasks(root);
  const parent = dirname(folder);
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const beside = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(parent, name))
    .filter((path) => existsSync(join(path, META_TASK_FILE)) && !isPulled(path));
  const below = existsSync(join(folder, META_TASK_FILE)) ? await findMetaTasks(folder) : [];
  return [...beside, ...below];
}

/** Throws GuidedError for bindings to resources that only a server has. */
function refuseBindings({ identifier, bindings }: MetaTaskFolder): void {
  const { agent } = bindings;
  if (agent !== undefined)
    throw new GuidedError(
      `${identifier} is bound to the agent "${agent}", which is not there without a server.`,
      {
        code: 'not_available',
        fix: 'Say in agent.md what the agent says: model, tools, instructions; and take agent out, or deploy it.',
        docs: 'run.md#limits',
      },
    );
}

/** Returns the error of a definition with its diagnostics at their places on the author's disk. */
function placed(error: MetarunError, metaTask: MetaTaskFolder, text: string): GuidedError {
  const script = shownPath(metaTask.scriptFile);
  const diagnostics = error.errors.map(({ pointer, message, line, column }): Diagnostic => {
    if (pointer !== '/script') return { message, ...metaTask.locatePointer(pointer) };
    const place = {
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    };
    const at = { message, line: line ?? null, column: column ?? null };
    const own = line === undefined ? null : placedIn(text, metaTask, at);
    if (own !== null) return own;
    return { message, file: script, ...place };
  });
  const [first] = diagnostics;
  return new GuidedError(`${first?.file ?? script} cannot be run.`, {
    code: error.code,
    ...(isWithoutModel(error) ? NO_MODEL : { docs: 'errors.md' }),
    diagnostics:
      first === undefined
        ? [{ message: error.message, ...metaTask.locatePointer('') }]
        : diagnostics,
    cause: error,
  });
}

const NO_MODEL = {
  fix: 'Give --model provider/name, and the file with the provider by --model-providers; or try it without any model: `metarun test`.',
  docs: 'agents.md#running-it-here',
};

function isWithoutModel({ code, errors }: MetarunError): boolean {
  return code === 'not_available' && errors.some(({ pointer }) => pointer === '/execution_mode');
}

function describeError(error: unknown): string {
  const diagnostics = error instanceof GuidedError ? error.diagnostics : [];
  return [getErrorMessage(error), ...diagnostics.map(({ message }) => message)].join('; ');
}
