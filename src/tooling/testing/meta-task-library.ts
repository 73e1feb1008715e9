import { readFile, stat } from 'node:fs/promises';
import { ownFile, findRepositoryRoot, shownPath } from '../authoring/author-path.js';
import { buildScript } from '../authoring/build-script.js';
import { contractNeeds } from '../authoring/contract-needs.js';
import { onThisMachine } from '../authoring/image-binding.js';
import { findMetaTasks, type MetaTaskFolder, openMetaTask } from '../authoring/meta-task-folder.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import type { LocalHost } from '../local/local-host.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { StubbedSchemas } from './child-stubs.js';

/** Maximum size of a file that a case may name, in bytes. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** A meta-task that is ready to run. */
export interface Prepared {
  identifier: string;
  /** Absolute path. */
  folder: string;
  script: string;
  /** Absolute path. */
  scriptFile: string;
  /** Language of the script; of an agent, that of the code that it may run. */
  language: ScriptLanguage;
  /** Languages that its runs need. */
  languages: readonly ScriptLanguage[];
  /** Identifiers of the meta-tasks that must exist before it: the tools of an agent. */
  tools: readonly string[];
  /** Names of the workspaces that it may read as an agent. */
  knowledge: readonly string[];
  definition: MetaTaskFolder['definition'];
}

/** The meta-tasks of the tests' repositories, each read once. */
export class MetaTaskLibrary {
  private readonly prepared = new Map<string, Promise<Prepared>>();
  private readonly folders = new Map<string, Promise<Map<string, string>>>();
  private readonly schemas = new Map<string, Promise<StubbedSchemas | null>>();

  /** `path`: a folder with a meta-task, or a script. Throws GuidedError. */
  open(path: string): Promise<Prepared> {
    const known = this.prepared.get(path);
    if (known !== undefined) return known;
    const made = openMetaTask(path).then(prepare);
    this.prepared.set(path, made);
    return made;
  }

  /** Returns the meta-task of an identifier in the repository of `folder`. Throws GuidedError. */
  async find(folder: string, identifier: string): Promise<Prepared> {
    const path = (await this.ofRepository(folder)).get(identifier);
    if (path === undefined)
      throw new GuidedError(
        `No folder of ${shownPath(findRepositoryRoot(folder))} has the meta-task "${identifier}".`,
        {
          code: 'unknown_task_type',
          fix: 'Stub it with a result instead of "real", or correct its identifier.',
          docs: 'testing.md#child-tasks',
        },
      );
    return this.open(path);
  }

  /** Returns the schemas of the real meta-task; null if the repository does not have it. */
  loadSchemas(host: LocalHost, folder: string, identifier: string): Promise<StubbedSchemas | null> {
    const key = `${findRepositoryRoot(folder)} ${identifier}`;
    const known = this.schemas.get(key);
    if (known !== undefined) return known;
    const made = this.readSchemas(host, folder, identifier);
    this.schemas.set(key, made);
    return made;
  }

  /** Returns a file that a case names, below the repository of its meta-task. Throws GuidedError. */
  async readFile(folder: string, name: string): Promise<Uint8Array> {
    const file = await ownFile(folder, name);
    if ('refused' in file) throw unreadable(`${name} ${file.refused}.`);
    const info = await stat(file.path);
    if (!info.isFile()) throw unreadable(`${name} is not a file.`);
    if (info.size > MAX_FILE_BYTES)
      throw unreadable(`${name} has ${info.size} bytes; ${MAX_FILE_BYTES} are the most.`);
    return readFile(file.path);
  }

  private async readSchemas(
    host: LocalHost,
    folder: string,
    identifier: string,
  ): Promise<StubbedSchemas | null> {
    const path = (await this.ofRepository(folder)).get(identifier);
    if (path === undefined) return null;
    const { script, definition } = await this.open(path);
    // A contract has no inferred schema.
    if (definition.execution_mode === 'agent') return definition;
    const project = await host.createProject(identifier);
    // The schema may come from the types of the script alone.
    const { params_schema } = await project.define({ ...definition, identifier, script });
    return { params_schema, result_schema: definition.result_schema };
  }

  private ofRepository(folder: string): Promise<Map<string, string>> {
    const root = findRepositoryRoot(folder);
    const known = this.folders.get(root);
    if (known !== undefined) return known;
    const made = identifiersBelow(root);
    this.folders.set(root, made);
    return made;
  }
}

/** Returns folders by identifier. Tests cannot refer to unreadable meta-tasks, which are omitted. */
async function identifiersBelow(root: string): Promise<Map<string, string>> {
  const folders = await findMetaTasks(root);
  const opened = await Promise.allSettled(folders.map(openMetaTask));
  return new Map(
    opened.flatMap((one): [string, string][] =>
      one.status === 'fulfilled' ? [[one.value.identifier, one.value.folder]] : [],
    ),
  );
}

async function prepare(given: MetaTaskFolder): Promise<Prepared> {
  const metaTask = onThisMachine(given);
  const { identifier, folder, mode, scriptFile, definition, bindings } = metaTask;
  const { script_language: language } = definition;
  const { script } = await buildScript(metaTask);
  const made = { identifier, folder, script, scriptFile, language, definition };
  if (mode === 'script') return { ...made, languages: [language], tools: [], knowledge: [] };
  if (bindings.agent !== undefined)
    throw new GuidedError(
      `${shownPath(folder)} is bound to the agent "${bindings.agent}", which is not there without a server.`,
      {
        code: 'not_available',
        fix: 'Say in agent.md what the agent says: model, tools, instructions; and take agent out.',
        docs: 'testing.md#agents',
      },
    );
  const needs = await contractNeeds(script, definition);
  // Stubs of its tools are scripts as well.
  const runsScripts = needs.language !== null || needs.metaTasks.length > 0;
  const { metaTasks: tools, knowledge } = needs;
  return { ...made, languages: runsScripts ? [language] : [], tools, knowledge };
}

function unreadable(message: string): GuidedError {
  return new GuidedError(message, { code: 'invalid_case', docs: 'testing.md#files' });
}
