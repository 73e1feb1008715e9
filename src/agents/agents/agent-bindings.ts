import { Injectable } from '@nestjs/common';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { AgentPort } from '../../tasks/meta-tasks/agent-port.js';
import { META_TASK_ERRORS } from '../../tasks/meta-tasks/errors.js';
import type { Definition } from '../../tasks/meta-tasks/fields.js';
import { invalidScript } from '../../tasks/meta-tasks/invalid-script.js';
import { GOAL_PARAMS } from '../../tasks/meta-tasks/params-goal.js';
import type { Prepared } from '../../tasks/meta-tasks/prepared.js';
import { MonthBudgets } from '../models/usage/month-budgets.service.js';
import type { ContractIssue } from './agent-tools.js';
import { AgentVersions } from './agent-versions.service.js';
import { type Contract, serialiseContract } from './contract.js';
import { type ContractPlace, contractIssues } from './contract-rules.js';
import { ContractWorlds } from './contract-world.js';
import { type EffectiveContract, mergeContract } from './merge-contract.js';

/** Binds meta-tasks and their tasks to agents. */
@Injectable()
export class AgentBindings extends AgentPort {
  constructor(
    private readonly versions: AgentVersions,
    private readonly worlds: ContractWorlds,
    private readonly budgets: MonthBudgets,
  ) {
    super();
  }

  currentVersion(projectId: string, agentId: string, pointer: string): Promise<string | null> {
    return this.versions.current(projectId, agentId, pointer);
  }

  admit(projectId: string): Promise<void> {
    return this.budgets.admit(projectId);
  }

  async prepare(
    projectId: string,
    definition: Definition,
    agentVersionId: string | null,
  ): Promise<Prepared> {
    const agent =
      agentVersionId === null ? null : await this.versions.byVersionId(projectId, agentVersionId);
    const { script, network, allow_mcp: allowMcp } = definition;
    const world = this.worlds.of(projectId);
    const inherited = agent ?? { model: null, tools: [] };
    const memory = definition.memory ?? agent?.memory ?? null;
    const place = { world, network, allowMcp, memory, inherited };
    if (script === null && agent === null) await requireModel(place, null);
    const contract = script === null ? null : await compiled(script, place);
    if (contract === null && agent === null)
      throw invalidField(
        '/script',
        'must be the contract of the agent; without one an agent_id is needed, and each task says its goal in params.goal',
      );
    await checkTogether(mergeContract(contract, agent, null), place);
    return {
      program: { code: serialiseContract(contract), source_map: null, lock: null },
      inferredParamsSchema:
        contract === null && definition.params_schema === null ? GOAL_PARAMS : null,
      image: null,
    };
  }
}

async function compiled(script: string, place: ContractPlace): Promise<Contract> {
  // Loaded on demand, to keep the start fast.
  const { compileContract } = await import('./compile-contract.js');
  const result = await compileContract(script, place);
  if (result.ok) return result.contract;
  // If no model is available, no correction of the text would help.
  if (place.inherited !== null)
    await requireModel(place, result.model ?? place.inherited.model ?? null);
  const isElsewhere = result.issues.every(({ kind }) => kind === 'unavailable');
  throw invalidScript(
    isElsewhere ? 'not_available' : META_TASK_ERRORS.invalid_script,
    result.issues,
  );
}

/**
 * Throws problems that only arise from the combination of contract and agent: they are caused by the agent or the
 * installation.
 */
async function checkTogether(
  { model, tools, knowledge, approve, limits }: EffectiveContract,
  place: ContractPlace,
): Promise<void> {
  const cost = limits.maxCostUsd;
  const named = {
    model,
    tools,
    knowledge,
    approve,
    limits: cost === null ? {} : { max_cost_usd: cost },
  };
  const [issue] = await contractIssues(named, place);
  if (issue !== undefined) throw refusal('/agent_id', issue.kind, `of the agent: ${issue.message}`);
  await requireModel(place, model);
}

/** Throws `not_available` if no model is found: `ref` is null if neither contract nor agent names one. */
async function requireModel({ world }: ContractPlace, ref: string | null): Promise<void> {
  const issue = await world.modelIssue(ref);
  if (issue !== null && (ref === null || issue.kind === 'unavailable'))
    throw refusal('/execution_mode', 'unavailable', issue.message);
}

function refusal(
  pointer: '/agent_id' | '/execution_mode',
  kind: ContractIssue['kind'],
  message: string,
): MetarunError {
  if (kind !== 'unavailable') return invalidField(pointer, message);
  const errors = [{ pointer, message }];
  return new MetarunError('not_available', `${pointer.slice(1)}: ${message}.`, { errors });
}
