import { ClockEntity } from './upkeep/clock.entity.js';
import { ConcurrencySlotEntity } from './state/concurrency-slot.entity.js';
import { Usage1700000000005 } from './migrations/0005-usage.js';
import { Steps1700000000008 } from './migrations/0008-steps.js';
import { Limits1700000000009 } from './migrations/0009-limits.js';
import { ChildTasks1700000000014 } from './migrations/0014-child-tasks.js';
import { Clock1700000000023 } from './migrations/0023-clock.js';
import { RunningSteps1700000000024 } from './migrations/0024-running-steps.js';
import { TaskNames1700000000025 } from './migrations/0025-task-names.js';
import { Lanes1700000000034 } from './migrations/0034-lanes.js';
import { TaskLists1700000000041 } from './migrations/0041-task-lists.js';
import { Attempts1700000000042 } from './migrations/0042-attempts.js';
import { RunDetails1700000000047 } from './migrations/0047-run-details.js';
import { ConcurrencySlots1700000000058 } from './migrations/0058-concurrency-slots.js';
import { Drafts1700000000060 } from './migrations/0060-drafts.js';
import { Keepers1700000000065 } from './migrations/0065-keepers.js';
import { Workers1700000000064 } from './migrations/0064-workers.js';
import { WorkerTags1700000000066 } from './migrations/0066-worker-tags.js';
import { KeeperEntity } from './keepers/keeper.entity.js';
import { WorkerEntity } from './workers/worker.entity.js';
import { WorkerTagEntity } from './workers/worker-tag.entity.js';
import { TaskAttemptEntity } from './state/task-attempt.entity.js';
import { TaskStepEntity } from './state/task-step.entity.js';
import { TaskEntity } from './state/task.entity.js';

export const entities = [
  TaskEntity,
  TaskStepEntity,
  TaskAttemptEntity,
  ClockEntity,
  WorkerEntity,
  WorkerTagEntity,
  KeeperEntity,
  ConcurrencySlotEntity,
];
export const migrations = [
  Usage1700000000005,
  Steps1700000000008,
  Limits1700000000009,
  ChildTasks1700000000014,
  Clock1700000000023,
  RunningSteps1700000000024,
  TaskNames1700000000025,
  Lanes1700000000034,
  TaskLists1700000000041,
  Attempts1700000000042,
  RunDetails1700000000047,
  ConcurrencySlots1700000000058,
  Drafts1700000000060,
  Workers1700000000064,
  Keepers1700000000065,
  WorkerTags1700000000066,
];
