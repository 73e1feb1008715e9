import { Memories1700000000024 } from './migrations/0024-memories.js';

export const migrations = [Memories1700000000024];
