import { Memories1700000000028 } from './migrations/0028-memories.js';

export const migrations = [Memories1700000000028];
