import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { VectorJobs } from '../../vectors/vector-jobs.js';

/** Injection token of the work that creates memory vectors. */
export const MEMORY_VECTOR_WORK = Symbol('MEMORY_VECTOR_WORK');

/** The queue of projects with memories that lack vectors. */
@Injectable()
export class MemoryVectorJobs extends VectorJobs {
  constructor(database: Database) {
    super(database, 'memory_vector_jobs', 'SELECT project_id FROM memories');
  }
}
