import { Schedules1700000000017 } from './migrations/0017-schedules.js';
import { ScheduleEntity } from './schedule.entity.js';

export const entities = [ScheduleEntity];
export const migrations = [Schedules1700000000017];
