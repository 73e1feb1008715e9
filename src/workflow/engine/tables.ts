import { Engine1700000000003 } from './migrations/0003-engine.js';
import { ClockEntity } from './upkeep/clock.entity.js';
import { ConcurrencySlotEntity } from './state/concurrency-slot.entity.js';
import { KeeperEntity } from './election/keeper.entity.js';
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
export const migrations = [Engine1700000000003];
