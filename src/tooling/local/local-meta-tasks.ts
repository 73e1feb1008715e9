import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryOf, shownPath } from '../authoring/author-path.js';
import { buildScript } from '../authoring/build-script.js';
import { placedIn } from '../authoring/script-place.js';
import { META_TASK_FILE } from '../authoring/meta-task-file.js';
import {
  findMetaTasks,
  isPulled,
  type MetaTaskFolder,
  openMetaTask,
} from '../authoring/meta-task-folder.js';
import { messageOf, MetarunError } from '../../base/kernel/errors.js';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { Defined, LocalProject } from './local-project.js';
import { TASK_TYPE_ERRORS } from '../../features/meta-tasks/errors.js';

/** Fields that take the place of a meta-task's own. */
interface Overrides {
  timeout_seconds?: number | undefined;
}

/** Defines a meta-task of the author's disk in a project, and each other of its repository once a script asks for it. */
export class LocalMetaTasks {
  /** The requested meta-tasks, by identifier: each is defined once, even if it is requested several times at once. */
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
    const defined = this.defineOne(this.main, given);
    this.known.set(this.main.identifier, defined);
    return defined;
  }

  private async defineOne(metaTask: MetaTaskFolder, overrides: Overrides = {}): Promise<Defined> {
    const { identifier, language, definition, bindings } = metaTask;
    if (language === null)
      throw new GuidedError(
        `${shownPath(metaTask.scriptFile)} is an agent, and this version of metarun runs none yet.`,
        { code: 'not_available', fix: 'Run meta-tasks that are scripts.', docs: 'run.md#limits' },
      );
    const image = bindings.docker_image;
    if (image !== undefined)
      throw new GuidedError(
        `${identifier} runs on the Docker image "${image}", which is not there without a server.`,
        {
          code: 'not_available',
          fix: 'Take docker_image out, or deploy it.',
          docs: 'run.md#limits',
        },
      );
    const { script } = await buildScript(metaTask);
    const { timeout_seconds = definition.timeout_seconds } = overrides;
    try {
      return await this.project.define({
        ...definition,
        timeout_seconds,
        identifier,
        script,
        script_language: language,
      });
    } catch (error) {
      throw error instanceof MetarunError ? placed(error, metaTask, script) : error;
    }
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
        throw new MetarunError(TASK_TYPE_ERRORS.invalid_script, describeError(error), {
          cause: error,
        });
      }
    }
  }

  private defineOnce(identifier: string): Promise<unknown> {
    const known = this.known.get(identifier) ?? this.defineChild(identifier);
    this.known.set(identifier, known);
    return known;
  }

  /** Leaves one that is not found to the call that starts it. */
  private async defineChild(identifier: string): Promise<void> {
    const folder = (await (this.others ??= this.findOthers())).get(identifier);
    if (folder !== undefined) await this.defineOne(await openMetaTask(folder));
  }

  /** Returns folders by identifier. Leaves out invalid meta-tasks, as they were not asked for. */
  private async findOthers(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const folder of await neighbours(this.main.folder)) {
      const metaTask = await openMetaTask(folder).catch(() => null);
      if (metaTask !== null) found.set(metaTask.identifier, folder);
    }
    return found;
  }
}

/** All of the repository; without one those beside a folder and below it, since what is above may be all of a home. */
async function neighbours(folder: string): Promise<string[]> {
  const root = repositoryOf(folder);
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

/** Returns the error of a definition with its diagnostics at their places on the author's disk. */
function placed(error: MetarunError, metaTask: MetaTaskFolder, text: string): GuidedError {
  const script = shownPath(metaTask.scriptFile);
  const diagnostics = error.errors.map(({ pointer, message, line, column }): Diagnostic => {
    if (pointer !== '/script') return { message, ...metaTask.placeOf(pointer) };
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
    docs: 'errors.md',
    diagnostics:
      first === undefined ? [{ message: error.message, ...metaTask.placeOf('') }] : diagnostics,
    cause: error,
  });
}

function describeError(error: unknown): string {
  const diagnostics = error instanceof GuidedError ? error.diagnostics : [];
  return [messageOf(error), ...diagnostics.map(({ message }) => message)].join('; ');
}
