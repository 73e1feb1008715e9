import type { MigrationInterface } from 'typeorm';
import { Initial1700000000001 } from './0001-initial.js';
import { Secrets1700000000002 } from './0002-secrets.js';
import { InferredParams1700000000003 } from './0003-inferred-params.js';
import { Network1700000000004 } from './0004-network.js';
import { Usage1700000000005 } from './0005-usage.js';
import { Dependencies1700000000006 } from './0006-dependencies.js';
import { Idempotency1700000000007 } from './0007-idempotency.js';
import { Steps1700000000008 } from './0008-steps.js';
import { ChildTasks1700000000014 } from './0014-child-tasks.js';
import { FileVersions1700000000015 } from './0015-file-versions.js';
import { Schedules1700000000011 } from './0011-schedules.js';
import { Retention1700000000012 } from './0012-retention.js';
import { Limits1700000000009 } from './0009-limits.js';
import { Webhooks1700000000010 } from './0010-webhooks.js';
import { Approvals1700000000013 } from './0013-approvals.js';
import { Search1700000000016 } from './0016-search.js';
import { Documents1700000000017 } from './0017-documents.js';
import { SearchScopes1700000000018 } from './0018-search-scopes.js';
import { Phases1700000000019 } from './0019-phases.js';
import { Quotas1700000000020 } from './0020-quotas.js';
import { Installation1700000000021 } from './0021-installation.js';
import { ByteOrder1700000000022 } from './0022-byte-order.js';
import { Clock1700000000023 } from './0023-clock.js';

export interface MetarunMigration {
  migration: new () => MigrationInterface;
  /** Whether a server that does not know this migration must refuse to work on the database. */
  breaking: boolean;
}

/**
 * Every migration, oldest first; the same list runs on SQLite and on PostgreSQL. Append only. The number at
 * the end of a class name is what TypeORM orders by.
 */
export const MIGRATIONS: readonly MetarunMigration[] = [
  { migration: Initial1700000000001, breaking: true },
  { migration: Secrets1700000000002, breaking: false },
  // A server that does not know it makes versions without an inferred schema.
  { migration: InferredParams1700000000003, breaking: false },
  // A server that does not know it runs all scripts without a network.
  { migration: Network1700000000004, breaking: false },
  // A server that does not know it runs without a limit on CPU time, and tells no figures.
  { migration: Usage1700000000005, breaking: false },
  // A server that does not know it would run scripts without the packages that they ask for.
  { migration: Dependencies1700000000006, breaking: true },
  { migration: Idempotency1700000000007, breaking: false },
  // A server that does not know it would leave tasks that wait for ever, and lose what steps have recorded.
  { migration: Steps1700000000008, breaking: true },
  // A server that does not know it would end children without telling their parents.
  { migration: ChildTasks1700000000014, breaking: true },
  // A server that does not know it makes no tasks of schedules; another one, or it once upgraded, does.
  { migration: Schedules1700000000011, breaking: false },
  // A server that does not know it deletes nothing.
  { migration: Retention1700000000012, breaking: false },
  // A server that does not know it would pass concurrency limits, and would not try again.
  { migration: Limits1700000000009, breaking: true },
  // A server that does not know it delivers nothing, and reads no event of type webhook.
  { migration: Webhooks1700000000010, breaking: false },
  // A server that does not know it would leave approvals open whose tasks have ended.
  { migration: Approvals1700000000013, breaking: true },
  // A server that does not know it would remove the contents that only earlier versions name.
  { migration: FileVersions1700000000015, breaking: true },
  // What a server that does not know it writes is indexed by one that does.
  { migration: Search1700000000016, breaking: false },
  // A server that does not know it would remove the originals of converted documents.
  { migration: Documents1700000000017, breaking: true },
  // A server that does not know it would index files in a way that this one finds nothing in.
  { migration: SearchScopes1700000000018, breaking: true },
  // A server that does not know it warns of no phase.
  { migration: Phases1700000000019, breaking: false },
  // A server that does not know it counts no params, so that the count would be wrong for ever.
  { migration: Quotas1700000000020, breaking: true },
  // A server that does not know it does not look whether its files are those of the database.
  { migration: Installation1700000000021, breaking: false },
  { migration: ByteOrder1700000000022, breaking: false },
  // Where only servers that do not know it work, tasks wait after the clock was set back.
  { migration: Clock1700000000023, breaking: false },
];
