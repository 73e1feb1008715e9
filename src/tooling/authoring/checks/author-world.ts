import { nearest } from '../../../base/schema/nearest.js';
import type { Issue } from '../../../agents/agents/agent-tools.js';
import { ContractWorld } from '../../../agents/agents/contract-world.js';

/** The world of an author's disk: the meta-tasks of the repository, and none of a server's resources. */
export class AuthorWorld extends ContractWorld {
  readonly caps = null;

  /** `identifiers`: the meta-tasks of the repository; null: unknown. */
  constructor(private readonly identifiers: readonly string[] | null) {
    super();
  }

  modelIssue(): Promise<null> {
    return Promise.resolve(null);
  }

  hasPrices(): Promise<null> {
    return Promise.resolve(null);
  }

  metaTaskIssue(identifier: string): Promise<Issue | null> {
    const { identifiers } = this;
    if (identifiers === null || identifiers.includes(identifier)) return Promise.resolve(null);
    const near = nearest(identifier, identifiers);
    const advice = near === undefined ? '' : `: did you mean "${near}"?`;
    return Promise.resolve({
      kind: 'doubtful',
      message: `no folder of this repository has the meta-task "${identifier}"${advice}`,
    });
  }

  mcpIssue(): Promise<null> {
    return Promise.resolve(null);
  }

  workspaceIssue(): Promise<null> {
    return Promise.resolve(null);
  }
}
