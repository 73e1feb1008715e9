import { Entity, Index } from 'typeorm';
import { Id, Text, Time } from '../../../platform/database/columns.js';

/** Result of converting a document, kept for a while so that the same document is not converted again. */
@Entity('conversions')
@Index('conversions_document', ['project_id', 'etag', 'name', 'converter'], { unique: true })
@Index('conversions_used', ['project_id', 'used_at'])
export class ConversionEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** ETag of the document, followed by the charset if one was given. */
  @Text() etag!: string;
  /** Name of the document. Its extension affects the result, and links to its media begin with the name. */
  @Text() name!: string;
  @Text() converter!: string;
  /** JSON array of texts. */
  @Text() warnings!: string;
  @Time() used_at!: number;
}
