import type { JsonObject } from '../../base/kernel/json.js';
import type { NetworkRules } from '../../sandbox/egress/egress-guard.js';
import type { StoredScript } from './contents/script-contents.service.js';
import type { Program } from '../../sandbox/runtime/runtime.js';
import type { BoundImage } from '../images/image-bindings.js';
import type { Entry } from '../catalogue/entry.js';
import type { Definition } from './fields.js';

/** A meta-task at one of its versions. */
export interface MetaTask extends Entry, Definition {
  /** The schema that the script's types say of its params, where `params_schema` is null. */
  inferredParamsSchema: JsonObject | null;
  /** The packages that the script asks for, exact and with hashes. */
  dependencyLock: string | null;
  /** The content that has the script, where it is large: lists have a null as `script` then. */
  storedScript: StoredScript | null;
  /** The version of its image; null where it runs on none. */
  image: BoundImage | null;
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
  /** Where there is a `contentId` its code and source map are there. */
  program: Program | null;
  contentId: string | null;
  /** Null where it runs on the server's own interpreters. */
  image: BoundImage | null;
  /** The words of a pool for what it needs of a release: see engine/queue/needs.ts. */
  needs: readonly string[];
  /** True if the params of a task must have a `goal`, and its schema may not say so. */
  needsGoal: boolean;
}
