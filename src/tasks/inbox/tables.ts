import { TaskInboxEntity } from './task-inbox.entity.js';

export const entities = [TaskInboxEntity];
