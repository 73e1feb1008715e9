import { MetaTasks1700000000012 } from './migrations/0012-meta-tasks.js';
import { ExampleEntity } from './examples/example.entity.js';
import { ScriptContentEntity } from './contents/script-content.entity.js';
import { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { MetaTaskEntity } from './meta-task.entity.js';

export const entities = [MetaTaskEntity, MetaTaskVersionEntity, ExampleEntity, ScriptContentEntity];
export const migrations = [MetaTasks1700000000012];
