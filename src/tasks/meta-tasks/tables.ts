import { InferredParams1700000000003 } from './migrations/0003-inferred-params.js';
import { Network1700000000004 } from './migrations/0004-network.js';
import { Dependencies1700000000006 } from './migrations/0006-dependencies.js';
import { Phases1700000000019 } from './migrations/0019-phases.js';
import { ModelLimits1700000000027 } from './migrations/0027-model-limits.js';
import { VersionNotes1700000000043 } from './migrations/0043-version-notes.js';
import { Examples1700000000049 } from './migrations/0049-examples.js';
import { ExampleEntity } from './examples/example.entity.js';
import { McpTools1700000000054 } from './migrations/0054-mcp-tools.js';
import { Isolation1700000000059 } from './migrations/0059-isolation.js';
import { RunsOn1700000000067 } from './migrations/0067-runs-on.js';
import { Needs1700000000072 } from './migrations/0072-needs.js';
import { ScriptEngines1700000000076 } from './migrations/0076-script-engines.js';
import { VersionImages1700000000078 } from './migrations/0078-version-images.js';
import { DraftVersions1700000000061 } from './migrations/0061-draft-versions.js';
import { ScriptContents1700000000079 } from './migrations/0079-script-contents.js';
import { ScriptContentEntity } from './contents/script-content.entity.js';
import { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { MetaTaskEntity } from './meta-task.entity.js';

export const entities = [MetaTaskEntity, MetaTaskVersionEntity, ExampleEntity, ScriptContentEntity];
export const migrations = [
  InferredParams1700000000003,
  Network1700000000004,
  Dependencies1700000000006,
  Phases1700000000019,
  ModelLimits1700000000027,
  VersionNotes1700000000043,
  Examples1700000000049,
  McpTools1700000000054,
  Isolation1700000000059,
  DraftVersions1700000000061,
  RunsOn1700000000067,
  Needs1700000000072,
  ScriptEngines1700000000076,
  VersionImages1700000000078,
  ScriptContents1700000000079,
];
