import { Inbox1700000000016 } from './migrations/0016-inbox.js';
import { TaskInboxEntity } from './task-inbox.entity.js';

export const entities = [TaskInboxEntity];
export const migrations = [Inbox1700000000016];
