import { metaTaskOfTool } from '../../agents/agents/agent-tools.js';
import { ALL_WORKSPACES } from '../../agents/agents/contract-fields.js';
import { compileContract } from '../../agents/agents/compile-contract.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import { buildScript } from './build-script.js';
import { AuthorWorld } from './checks/author-world.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import type { MetaTaskDefinition } from './meta-task-fields.js';
import { toolsFirst } from './tools-first.js';

/** The resources that the tools of an agent use. */
export interface ContractNeeds {
  /** Identifiers of the meta-tasks that it may run. */
  metaTasks: string[];
  /** Names of the workspaces that it may read. */
  knowledge: string[];
  /** Language of the code that it may run; null without code. */
  language: ScriptLanguage | null;
}

/**
 * Returns the needs of a contract; none if it has issues, which a server reports. `inherited`: tools of its agent,
 * which apply if the contract lists none.
 */
export async function contractNeeds(
  text: string,
  { network, script_language: language }: Pick<MetaTaskDefinition, 'network' | 'script_language'>,
  inherited: readonly string[] = [],
): Promise<ContractNeeds> {
  const place = { world: new AuthorWorld(null), network, inherited: null };
  const compiled = await compileContract(text, place);
  const named = compiled.ok ? (compiled.contract.knowledge ?? []) : [];
  // A contract that may read all workspaces needs no particular one.
  const knowledge = named.filter((name) => name !== ALL_WORKSPACES);
  const tools = compiled.ok ? (compiled.contract.tools ?? inherited) : [];
  const metaTasks = tools.map(metaTaskOfTool).filter((identifier) => identifier !== null);
  return { metaTasks, knowledge, language: tools.includes('code.run') ? language : null };
}

/**
 * Returns the identifiers of the meta-tasks that are tools of one; none for a script, and for a contract that cannot be
 * read.
 */
async function collectToolIdentifiers(metaTask: MetaTaskFolder): Promise<string[]> {
  if (metaTask.mode === 'script') return [];
  const built = await buildScript(metaTask).catch(() => null);
  return built === null ? [] : (await contractNeeds(built.script, metaTask.definition)).metaTasks;
}

/** Sorts meta-tasks so that a server gets the tools of an agent before the agent. */
export async function agentsLast(metaTasks: readonly MetaTaskFolder[]): Promise<MetaTaskFolder[]> {
  const named = new Map(metaTasks.map((one) => [one.identifier, one]));
  const tools = new Map<MetaTaskFolder, MetaTaskFolder[]>();
  for (const one of metaTasks)
    tools.set(
      one,
      (await collectToolIdentifiers(one)).flatMap((name) => named.get(name) ?? []),
    );
  return toolsFirst(metaTasks, (one) => tools.get(one) ?? []);
}
