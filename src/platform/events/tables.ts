import { EventCounterEntity } from './event-counter.entity.js';
import { TextEvents1700000000031 } from './migrations/0031-text-events.js';
import { TaskEventEntity } from './task-event.entity.js';

export const entities = [TaskEventEntity, EventCounterEntity];
export const migrations = [TextEvents1700000000031];
