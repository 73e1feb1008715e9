import type { NetworkPolicy } from '../../base/kernel/network.js';
import { quoted } from '../../base/kernel/quoted.js';
import { type ContractFault, type Fault, metaTaskOfTool, toolFault } from './agent-tools.js';
import type { LimitsInFile } from './contract-fields.js';
import type { ContractWorld } from './contract-world.js';
import { toolMatches } from './merge-contract.js';

/** The parts of a contract or of an agent that name other things. Null or undefined: not said. */
export interface Named {
  model?: string | null;
  tools?: readonly string[] | null;
  knowledge?: readonly string[] | null;
  approve?: readonly string[] | null;
  limits?: LimitsInFile | null;
}

/** Where a contract or an agent stands. */
export interface ContractPlace {
  world: ContractWorld;
  /** That of the meta-task; null where there is none, or it is not known. */
  network: NetworkPolicy | null;
  /** What holds where the contract says nothing: its agent. Null: not known, so that nothing is said of it. */
  inherited: Pick<Named, 'model' | 'tools'> | null;
}

/** Returns everything that prevents the use of a contract or an agent, in the order of its fields. */
export async function contractFaults(named: Named, place: ContractPlace): Promise<ContractFault[]> {
  const faults: ContractFault[] = [];
  const add = (pointer: string, fault: Fault | null): void => {
    if (fault !== null) faults.push({ pointer, ...fault });
  };
  const { world, network } = place;
  if (named.model != null) add('/model', await world.modelFault(named.model));
  for (const [index, tool] of (named.tools ?? []).entries())
    add(`/tools/${index}`, toolFault(tool, network) ?? (await taskFault(tool, world)));
  for (const [index, name] of (named.knowledge ?? []).entries())
    add(`/knowledge/${index}`, await world.workspaceFault(name));
  for (const [index, entry] of (named.approve ?? []).entries())
    add(`/approve/${index}`, approveFault(entry, named, place));
  add('/limits/max_cost_usd', await costFault(named, place));
  return faults;
}

async function taskFault(tool: string, world: ContractWorld): Promise<Fault | null> {
  const identifier = metaTaskOfTool(tool);
  return identifier === null ? null : world.metaTaskFault(identifier);
}

function approveFault(entry: string, { tools }: Named, { inherited }: ContractPlace): Fault | null {
  const own = tools ?? (inherited === null ? null : (inherited.tools ?? []));
  if (own === null || own.some((tool) => toolMatches(tool, entry))) return null;
  return {
    kind: 'invalid',
    message: `${quoted(entry)} is none of the tools, so there is nothing to approve: add it to "tools", or leave it out here`,
  };
}

async function costFault(
  { model, limits }: Named,
  { world, inherited }: ContractPlace,
): Promise<Fault | null> {
  if (limits?.max_cost_usd === undefined) return null;
  if (model == null && inherited === null) return null;
  const ref = model ?? inherited?.model ?? null;
  if ((await world.modelFault(ref)) !== null || (await world.hasPrices(ref)) !== false) return null;
  const which = ref === null ? 'the default model' : `the model ${quoted(ref)}`;
  return {
    kind: 'unavailable',
    message: `max_cost_usd cannot be held, because ${which} has no prices: add them to its provider, or use max_tokens`,
  };
}
