import { Events1700000000002 } from './migrations/0002-events.js';
import { EventCounterEntity } from './event-counter.entity.js';
import { TaskEventEntity } from './task-event.entity.js';

export const entities = [TaskEventEntity, EventCounterEntity];
export const migrations = [Events1700000000002];
