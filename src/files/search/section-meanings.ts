import type { Transaction } from '../../platform/database/database.js';
import type { Workspace } from '../files/workspaces/workspace.js';

/** The hash of what a section says, with the place where it stands. */
export interface HashedSection {
  projectId: string;
  workspaceId: string;
  hash: string;
}

/** Port: what sections mean. It is there only where the installation has a model of embeddings and lets projects use it for files. */
export abstract class SectionMeanings {
  /** Has the meanings of sections be found out that a project wants, once the transaction is committed. */
  abstract want(transaction: Transaction, sections: readonly HashedSection[]): Promise<void>;
  /** Erases the meanings of what no section says any more, and of projects that have not chosen so. `pause` is called after each write. */
  abstract removeUnused(pause: () => Promise<void>): Promise<void>;
  /** Returns whether a project is searched by meaning. */
  abstract isWanted(projectId: string): Promise<boolean>;
  /**
   * Returns the ids of the sections that mean most nearly the same as a text, the nearest first, below a path where one is given;
   * null where that is not known in time. Never rejects for what the model answers.
   */
  abstract nearest(
    workspace: Workspace,
    text: string,
    path: string | undefined,
  ): Promise<readonly number[] | null>;
}
