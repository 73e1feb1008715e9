import { Entity, Index } from 'typeorm';
import { Id, Text, Time } from '../../../platform/database/columns.js';

/** The result of converting a document, kept for a while, so that the same one need not be converted again. */
@Entity('conversions')
@Index('conversions_document', ['project_id', 'etag', 'name', 'converter'], { unique: true })
@Index('conversions_used', ['project_id', 'used_at'])
export class ConversionEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** The ETag of the document, with the charset that was given with it. */
  @Text() etag!: string;
  /** The document's own: its ending matters, and links to its media begin with it. */
  @Text() name!: string;
  /** Version of the converters. */
  @Text() converter!: string;
  /** JSON: texts. */
  @Text() warnings!: string;
  @Time() used_at!: number;
}
