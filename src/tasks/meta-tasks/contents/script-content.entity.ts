import { Entity, Index } from 'typeorm';
import { Big, Id, NullableBig, Text, Time } from '../../../platform/database/columns.js';

/** A large script and its program, stored as one content: the code, its source map, the script. */
@Entity('script_contents')
@Index('script_contents_sha256', ['project_id', 'sha256'], { unique: true })
@Index('script_contents_blob', ['blob_id'])
@Index('script_contents_used', ['used_at'])
export class ScriptContentEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** Hash of the whole content. */
  @Text() sha256!: string;
  @Text() blob_id!: string;
  @Big() size!: number;
  @Text() etag!: string;
  @Big() code_bytes!: number;
  /** Null for a program without a source map. */
  @NullableBig() map_bytes!: number | null;
  /** Time of the last request that was about to refer to it. */
  @Time() used_at!: number;
}
