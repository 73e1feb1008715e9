import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { VectorJobs } from '../vector-jobs.js';

/** The queue of projects with sections that lack vectors. */
@Injectable()
export class SectionVectorJobs extends VectorJobs {
  constructor(database: Database) {
    super(
      database,
      'section_vector_jobs',
      'SELECT project_id FROM search_settings WHERE by_meaning = TRUE',
    );
  }
}
