import type { Program } from '../runtime/runtime.js';
import type { Definition } from './definition.js';

/** A meta-task at one of its versions. Times in ms. */
export interface TaskType extends Definition {
  id: string;
  projectId: string;
  identifier: string;
  version: number;
  /** Id of the version's row. */
  versionId: string;
  /** The version that new tasks get. */
  currentVersion: number;
  createdBy: string;
  createdAt: number;
  /** When this version was made. */
  versionCreatedAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** What a run needs of a version. Never changes once made. */
export interface RunnableVersion {
  versionId: string;
  taskTypeIdentifier: string;
  version: number;
  definition: Definition;
  program: Program | null;
}
