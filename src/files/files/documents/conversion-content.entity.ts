import { Entity, Index } from 'typeorm';
import { Big, Id, Text } from '../../../platform/database/columns.js';

/** The Markdown of a converted document, or a file embedded in it. */
@Entity('conversion_contents')
@Index('conversion_contents_name', ['conversion_id', 'name'], { unique: true })
@Index('conversion_contents_blob', ['blob_id'])
export class ConversionContentEntity {
  @Id() id!: string;
  @Text() conversion_id!: string;
  @Text() project_id!: string;
  /** Name of the embedded file; '' for the Markdown. */
  @Text() name!: string;
  @Text() blob_id!: string;
  /** Size in bytes. */
  @Big() size!: number;
  @Text() etag!: string;
}
