import type { NetworkPolicy } from '../../base/kernel/network.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { MemoryGrant } from '../../tasks/catalogue/memory-field.js';
import {
  type ContractIssue,
  type Issue,
  parseMcpTool,
  memoryToolIssue,
  metaTaskOfTool,
  toolIssue,
} from './agent-tools.js';
import { ALL_WORKSPACES, type LimitsInFile } from './contract-fields.js';
import type { ContractWorld } from './contract-world.js';
import { toolMatches } from './merge-contract.js';

/** References of a contract or an agent to other things. Null or undefined: not specified. */
export interface Named {
  model?: string | null;
  tools?: readonly string[] | null;
  knowledge?: readonly string[] | null;
  approve?: readonly string[] | null;
  limits?: LimitsInFile | null;
}

/** Context in which a contract or an agent is checked. */
export interface ContractPlace {
  world: ContractWorld;
  /** Network policy of the meta-task; null without one, or if it is unknown. */
  network: NetworkPolicy | null;
  /** Field `allow_mcp` of the meta-task. Undefined: not known, so it is not checked. */
  allowMcp?: boolean;
  /** Memory grant of a run. Undefined: not known, so it is not checked. */
  memory?: MemoryGrant | null;
  /** Agent from which unspecified parts of the contract are inherited. Null: not known, so it is not checked. */
  inherited: Pick<Named, 'model' | 'tools'> | null;
}

/** Returns all issues that prevent the use of a contract or an agent, in the order of its fields. */
export async function contractIssues(named: Named, place: ContractPlace): Promise<ContractIssue[]> {
  const issues: ContractIssue[] = [];
  const add = (pointer: string, issue: Issue | null): void => {
    if (issue !== null) issues.push({ pointer, ...issue });
  };
  const { world, network } = place;
  if (named.model != null) add('/model', await world.modelIssue(named.model));
  for (const [index, tool] of (named.tools ?? []).entries())
    add(
      `/tools/${index}`,
      toolIssue(tool, network) ??
        (place.memory === undefined ? null : memoryToolIssue(tool, place.memory)) ??
        (await taskIssue(tool, world)) ??
        (await mcpIssue(tool, place)),
    );
  for (const [index, name] of (named.knowledge ?? []).entries())
    if (name !== ALL_WORKSPACES) add(`/knowledge/${index}`, await world.workspaceIssue(name));
  for (const [index, entry] of (named.approve ?? []).entries())
    add(`/approve/${index}`, approveIssue(entry, named, place));
  for (const [limit, issue] of capIssues(named, world)) add(`/limits/${limit}`, issue);
  add('/limits/max_cost_usd', await costIssue(named, place));
  return issues;
}

function capIssues({ limits }: Named, { caps }: ContractWorld): [keyof LimitsInFile, Issue][] {
  if (caps === null) return [];
  const all = [
    ['max_steps', caps.maxSteps, 'METARUN_LIMITS.agent_steps'],
    ['max_tokens', caps.maxTokens, 'METARUN_LIMITS.agent_tokens'],
  ] as const;
  return all.flatMap(([limit, most, setting]): [keyof LimitsInFile, Issue][] =>
    (limits?.[limit] ?? 0) <= most
      ? []
      : [
          [
            limit,
            { kind: 'invalid', message: `this installation allows ${most} at most (${setting})` },
          ],
        ],
  );
}

async function taskIssue(tool: string, world: ContractWorld): Promise<Issue | null> {
  const identifier = metaTaskOfTool(tool);
  return identifier === null ? null : world.metaTaskIssue(identifier);
}

async function mcpIssue(tool: string, { world, allowMcp }: ContractPlace): Promise<Issue | null> {
  const named = parseMcpTool(tool);
  if (named === null) return null;
  if (allowMcp === false)
    return {
      kind: 'invalid',
      message: `${quoted(tool)} needs MCP servers, and allow_mcp of the meta-task is false: set it to true, or leave the tool out`,
    };
  return world.mcpIssue(named.server, named.tool);
}

function approveIssue(entry: string, { tools }: Named, { inherited }: ContractPlace): Issue | null {
  const own = tools ?? (inherited === null ? null : (inherited.tools ?? []));
  if (own === null || own.some((tool) => toolMatches(tool, entry))) return null;
  return {
    kind: 'invalid',
    message: `${quoted(entry)} is none of the tools, so there is nothing to approve: add it to "tools", or leave it out here`,
  };
}

async function costIssue(
  { model, limits }: Named,
  { world, inherited }: ContractPlace,
): Promise<Issue | null> {
  if (limits?.max_cost_usd === undefined) return null;
  if (model == null && inherited === null) return null;
  const ref = model ?? inherited?.model ?? null;
  if ((await world.modelIssue(ref)) !== null || (await world.hasPrices(ref)) !== false) return null;
  const which = ref === null ? 'the default model' : `the model ${quoted(ref)}`;
  return {
    kind: 'unavailable',
    message: `max_cost_usd cannot be held, because ${which} has no prices: add them to its provider, or use max_tokens`,
  };
}
