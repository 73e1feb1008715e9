import type { JsonObject } from '../kernel/json.js';
import type { NetworkRules } from '../egress/egress-guard.js';
import type { Program } from '../runtime/runtime.js';
import type { Definition } from './fields.js';

/** A meta-task at one of its versions. Times in ms. */
export interface MetaTask extends Definition {
  /** What the script's types say of its params, where `params_schema` is null. */
  inferredParamsSchema: JsonObject | null;
  /** The packages that the script asks for, exact and with hashes. */
  dependencyLock: string | null;
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
  metaTaskId: string;
  metaTaskIdentifier: string;
  version: number;
  definition: Definition;
  networkRules: NetworkRules;
  /** What params must match, as JSON text: the author's `params_schema`, else the inferred one. */
  paramsSchema: string | null;
  /** What the result must match, as JSON text. */
  resultSchema: string | null;
  program: Program | null;
}
