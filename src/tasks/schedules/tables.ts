import { Schedules1700000000011 } from './migrations/0011-schedules.js';
import { ScheduleEntity } from './schedule.entity.js';

export const entities = [ScheduleEntity];
export const migrations = [Schedules1700000000011];
