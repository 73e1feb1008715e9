import type { JsonObject } from '../../base/kernel/json.js';
import type { NetworkRules } from '../../sandbox/egress/egress-guard.js';
import type { Program } from '../../sandbox/runtime/runtime.js';
import type { Definition } from './fields.js';

/** A meta-task at one of its versions. Times in ms. */
export interface MetaTask extends Definition {
  /** The schema that the script's types say of its params, where `params_schema` is null. */
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

/** The parts of a version that a run needs. They never change. */
export interface RunnableVersion {
  versionId: string;
  metaTaskId: string;
  metaTaskIdentifier: string;
  version: number;
  definition: Definition;
  networkRules: NetworkRules;
  /** The schema that params must match, as JSON text: the author's `params_schema`, else the inferred one. */
  paramsSchema: string | null;
  /** The schema that the result must match, as JSON text. */
  resultSchema: string | null;
  program: Program | null;
}
