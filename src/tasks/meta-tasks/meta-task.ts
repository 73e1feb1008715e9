import type { JsonObject } from '../../base/kernel/json.js';
import type { NetworkRules } from '../../sandbox/egress/egress-guard.js';
import type { StoredScript } from './contents/script-contents.service.js';
import type { Program } from '../../sandbox/runtime/runtime.js';
import type { BoundImage } from '../images/image-bindings.js';
import type { Entry } from '../catalogue/entry.js';
import type { Definition } from './fields.js';

/** A meta-task at one of its versions. */
export interface MetaTask extends Entry, Definition {
  /** Schema of params by the script's types, if `params_schema` is null. */
  inferredParamsSchema: JsonObject | null;
  /** Packages that the script requires, exact and with hashes. */
  dependencyLock: string | null;
  /** Content of a large script: `script` is then null in lists. */
  storedScript: StoredScript | null;
  /** Version of its image; null without one. */
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
  /** Schema of params as JSON text: the author's `params_schema`, otherwise the inferred one. */
  paramsSchema: string | null;
  /** Schema of the result, as JSON text. */
  resultSchema: string | null;
  /** With a `contentId`, its code and source map are in that content. */
  program: Program | null;
  contentId: string | null;
  /** Null if it runs on the server's own interpreters. */
  image: BoundImage | null;
  /** Needs of the version, as words of a pool: see engine/queue/needs.ts. */
  needs: readonly string[];
  /** True if the params of a task must have a `goal`, which its schema may not require. */
  needsGoal: boolean;
}
