import { Entity, Index } from 'typeorm';
import { Big, Id, Text } from '../../../platform/database/columns.js';

/** The Markdown that a document has become, or a file that was inside it. */
@Entity('conversion_contents')
@Index('conversion_contents_name', ['conversion_id', 'name'], { unique: true })
@Index('conversion_contents_blob', ['blob_id'])
export class ConversionContentEntity {
  @Id() id!: string;
  @Text() conversion_id!: string;
  @Text() project_id!: string;
  /** Empty: the Markdown. */
  @Text() name!: string;
  @Text() blob_id!: string;
  /** Bytes. */
  @Big() size!: number;
  @Text() etag!: string;
}
