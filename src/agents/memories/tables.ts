import { Memories1700000000028 } from './migrations/0028-memories.js';
import { MemoryGrants1700000000036 } from './migrations/0036-memory-grants.js';
import { MemoryJobs1700000000037 } from './migrations/0037-memory-jobs.js';
import { MemoryVectors1700000000039 } from './migrations/0039-memory-vectors.js';
import { MemoryJobsOfProject1700000000040 } from './migrations/0040-memory-jobs-of-project.js';

export const migrations = [
  Memories1700000000028,
  MemoryGrants1700000000036,
  MemoryJobs1700000000037,
  MemoryVectors1700000000039,
  MemoryJobsOfProject1700000000040,
];
