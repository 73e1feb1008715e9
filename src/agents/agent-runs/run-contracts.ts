import { Injectable } from '@nestjs/common';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { AgentVersions } from '../agents/agent-versions.service.js';
import { type Contract, parseContract } from '../agents/contract.js';
import { type EffectiveContract, mergeContract } from '../agents/merge-contract.js';
import type { RunnableVersion } from '../../tasks/meta-tasks/meta-task.js';

/** Provides the contracts of tasks. */
@Injectable()
export class RunContracts {
  constructor(private readonly agentVersions: AgentVersions) {}

  /** Returns a task's contract merged with its agent, with the limits as written by their authors. */
  async of(task: TaskEntity, { program }: RunnableVersion): Promise<EffectiveContract> {
    const contract: Contract | null = program === null ? null : parseContract(program.code);
    const { project_id: projectId, agent_version_id: versionId } = task;
    const agent =
      versionId === null ? null : await this.agentVersions.byVersionId(projectId, versionId);
    const params = JSON.parse(task.params) as Json;
    const goal = isJsonObject(params) ? params['goal'] : null;
    return mergeContract(contract, agent, typeof goal === 'string' ? goal : null);
  }
}
