import { EventCounterEntity } from './event-counter.entity.js';
import { TaskEventEntity } from './task-event.entity.js';

export const entities = [TaskEventEntity, EventCounterEntity];
