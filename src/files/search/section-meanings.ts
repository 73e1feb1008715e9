import type { Transaction } from '../../platform/database/database.js';
import type { Workspace } from '../files/workspaces/workspace.js';

/** The hash of a section's text, with its place. */
export interface HashedSection {
  projectId: string;
  workspaceId: string;
  hash: string;
}

/**
 * Port: the meaning of sections. Present only if the installation has an embedding model and lets projects use it for
 * files.
 */
export abstract class SectionMeanings {
  /** Requests the meanings of sections, for projects that use them, after the commit. */
  abstract want(transaction: Transaction, sections: readonly HashedSection[]): Promise<void>;
  /**
   * Removes meanings that no section needs, and those of projects that no longer use them. `pause` is called after each
   * write.
   */
  abstract removeUnused(pause: () => Promise<void>): Promise<void>;
  /** Returns whether a project is searched by meaning. */
  abstract isWanted(projectId: string): Promise<boolean>;
  /**
   * Returns the ids of the sections nearest in meaning to a text, the nearest first, below `path` if it is given; null
   * if they are not known in time. Never rejects because of the model's answer.
   */
  abstract nearest(
    workspace: Workspace,
    text: string,
    path: string | undefined,
  ): Promise<readonly number[] | null>;
}
