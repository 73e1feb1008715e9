import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { GuidedError } from '../../base/kernel/guided-error.js';
import {
  languageOfFile,
  MADE_FOLDERS,
  SCRIPT_ENDINGS,
  type ScriptLanguage,
} from '../../base/languages/index.js';
import { identifierFor } from '../../tasks/catalogue/identifier.js';
import { FOLDER_PAGE, invalidMetaTask } from './invalid-meta-task.js';
import { shownPath } from './author-path.js';
import { readDefinition, type SchemaFiles } from './meta-task-definition.js';
import type { MetaTaskDefinition } from './meta-task-fields.js';
import { META_TASK_FILE, type MetaTaskContent, readContent } from './meta-task-file.js';
import type { ScheduleInFile } from './schedule-in-file.js';
import { SCRIPT_FILES, findScript } from './script-file.js';
import { readText } from './text-file.js';
import { type FilePlace, parseYaml, type YamlText } from '../../base/yaml/yaml-text.js';

export type { ScheduleInFile } from './schedule-in-file.js';

/** A meta-task on the author's disk. Paths are absolute. */
export interface MetaTaskFolder {
  folder: string;
  /** Path of `metatask.yaml`; null for a script alone, whose name and identifier come from the file's name. */
  file: string | null;
  name: string;
  identifier: string;
  mode: 'script' | 'agent';
  /** Null for an agent. */
  language: ScriptLanguage | null;
  /** Path of the script, by its usual name, such as workflow.py or agent.md, or by `script`. */
  scriptFile: string;
  /**
   * The API's fields without script, identifier and bindings, with the API's defaults for fields that the file omits.
   */
  definition: MetaTaskDefinition;
  /** Bindings by name; a server knows their ids. */
  bindings: Bindings;
  schedules: ScheduleInFile[];
  /** Path of params.example.json; null if it does not exist. */
  exampleParams: string | null;
  /**
   * Returns the place of a part of `metatask.yaml`, by its RFC 6901 pointer; of a part in its own file, the place
   * there; of a script alone, its beginning.
   */
  locatePointer: (pointer: string) => FilePlace;
}

export interface Bindings {
  workspace?: string;
  agent?: string;
  docker_image?: string;
}

const GIVE = `Give a folder with a ${META_TASK_FILE}, or a script (${SCRIPT_ENDINGS.join(', ')}).`;
/** Path of the task's description in a folder that `metarun pull` has made. */
export const PULLED_FILE = join('.metarun', 'task.json');
const EXAMPLE_PARAMS = 'params.example.json';
/** Script names that say nothing: the folder's name is used. */
const PLAIN_NAMES = ['workflow', 'main', 'index', 'script'];

/**
 * Reads the meta-task of a folder with a `metatask.yaml`, of that file, or of a script, which belongs to its folder if
 * `metatask.yaml` names it. Throws GuidedError with every diagnostic of the file and its place.
 */
export async function openMetaTask(path: string): Promise<MetaTaskFolder> {
  const full = resolve(path);
  const info = await stat(full).catch(() => null);
  if (info === null)
    throw new GuidedError(`There is no file or folder ${shownPath(full)}.`, {
      code: 'not_found',
      fix: GIVE,
      docs: FOLDER_PAGE,
      isUsage: true,
    });
  if (info.isDirectory()) return openFolder(full);
  if (basename(full) === META_TASK_FILE) return openFolder(dirname(full));
  if (languageOfFile(full) === null)
    throw new GuidedError(`${shownPath(full)} is not a meta-task.`, {
      code: 'invalid_meta_task',
      fix: GIVE,
      docs: FOLDER_PAGE,
      isUsage: true,
    });
  if (existsSync(join(dirname(full), META_TASK_FILE))) {
    const around = await openFolder(dirname(full));
    if (around.scriptFile === full) return around;
  }
  return openScript(full);
}

/**
 * Finds the folders at and below `root` with a `metatask.yaml`: absolute paths, sorted. Omits hidden folders,
 * {@link MADE_FOLDERS}, the folders of `metarun pull` below `root`, and targets of symbolic links.
 */
export async function findMetaTasks(root: string): Promise<string[]> {
  const entries = await readdir(resolve(root), { withFileTypes: true });
  const own = entries.some((entry) => entry.name === META_TASK_FILE && !entry.isDirectory());
  const below = entries
    .filter((entry) => entry.isDirectory() && !isLeftOut(entry.name))
    .map(({ name }) => name)
    .sort();
  // A folder that cannot be read, or no longer exists, has none.
  const found = await Promise.all(
    below
      .map((name) => join(root, name))
      .filter((folder) => !isPulled(folder))
      .map((folder) => findMetaTasks(folder).catch(() => [])),
  );
  return [...(own ? [resolve(root)] : []), ...found.flat()];
}

/** Returns whether a folder holds a task of a server with its meta-task: a copy that is not part of the repository. */
export function isPulled(folder: string): boolean {
  return existsSync(join(folder, PULLED_FILE));
}

/** Returns whether a folder is not the author's: hidden, or with installed packages. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || MADE_FOLDERS.includes(name);
}

async function openFolder(folder: string): Promise<MetaTaskFolder> {
  const file = join(folder, META_TASK_FILE);
  if (!existsSync(file)) throw await noMetaTask(folder);
  const yaml = parseYaml(await readText(file));
  if ('diagnostics' in yaml) throw invalidMetaTask(file, yaml.diagnostics);
  const read = readContent(yaml);
  if ('diagnostics' in read) throw invalidMetaTask(file, read.diagnostics);
  const { content } = read;
  const script = await findScript(folder, content);
  if ('error' in script)
    throw invalidMetaTask(file, [{ message: script.error, ...yaml.locatePointer(script.pointer) }]);
  const definition = await readDefinition(folder, content, script);
  if ('diagnostics' in definition) {
    const placed = definition.diagnostics.map((diagnostic) =>
      diagnostic.file === undefined
        ? { ...diagnostic, ...yaml.locatePointer(diagnostic.pointer ?? '') }
        : diagnostic,
    );
    throw invalidMetaTask(file, placed);
  }
  const example = join(folder, EXAMPLE_PARAMS);
  return {
    folder,
    file,
    name: content.name,
    identifier: content.identifier ?? identifierFor(content.name, 1),
    ...script,
    definition: definition.definition,
    bindings: toBindings(content),
    schedules: content.schedules ?? [],
    exampleParams: existsSync(example) ? example : null,
    locatePointer: (pointer) => placeIn(file, yaml, definition.schemas, pointer),
  };
}

async function openScript(scriptFile: string): Promise<MetaTaskFolder> {
  const folder = dirname(scriptFile);
  const stem = basename(scriptFile, extname(scriptFile));
  const name = PLAIN_NAMES.includes(stem) ? basename(folder) || stem : stem;
  const script = { mode: 'script', language: languageOfFile(scriptFile), scriptFile } as const;
  const definition = await readDefinition(folder, { name }, script);
  if ('diagnostics' in definition) throw invalidMetaTask(scriptFile, definition.diagnostics);
  const example = join(folder, EXAMPLE_PARAMS);
  return {
    folder,
    file: null,
    name,
    identifier: identifierFor(name, 1),
    ...script,
    definition: definition.definition,
    bindings: {},
    schedules: [],
    exampleParams: existsSync(example) ? example : null,
    locatePointer: () => ({ file: shownPath(scriptFile), line: 1, column: 1 }),
  };
}

function placeIn(file: string, yaml: YamlText, schemas: SchemaFiles, pointer: string): FilePlace {
  for (const [field, schema] of Object.entries(schemas))
    if (pointer.startsWith(`/${field}/`))
      return {
        file: shownPath(schema.path),
        ...schema.yaml.locatePointer(pointer.slice(field.length + 1)),
      };
  return { file: shownPath(file), ...yaml.locatePointer(pointer) };
}

function toBindings({ workspace, agent, docker_image }: MetaTaskContent): Bindings {
  return {
    ...(workspace == null ? {} : { workspace }),
    ...(agent == null ? {} : { agent }),
    ...(docker_image == null ? {} : { docker_image }),
  };
}

async function noMetaTask(folder: string): Promise<GuidedError> {
  const names = await readdir(folder);
  const near = names.find((name) => /^meta-?task\.(ya?ml|json)$/i.test(name));
  const script = names.find((name) => SCRIPT_FILES.includes(name) || languageOfFile(name) !== null);
  const fix =
    near !== undefined
      ? `Rename ${near} to ${META_TASK_FILE}.`
      : script !== undefined
        ? `Write one with a line such as "name: ${basename(folder)}", or name the script: ${shownPath(join(folder, script))}.`
        : 'Make one with `metarun new`, or name a folder that has one.';
  const shown = shownPath(folder);
  const where = shown === '.' ? 'this folder' : shown;
  return new GuidedError(`There is no ${META_TASK_FILE} in ${where}.`, {
    code: 'not_found',
    fix,
    docs: FOLDER_PAGE,
    isUsage: true,
  });
}
