import { Memories1700000000028 } from './migrations/0028-memories.js';
import { MemoryGrants1700000000036 } from './migrations/0036-memory-grants.js';

export const migrations = [Memories1700000000028, MemoryGrants1700000000036];
