import { Entity, Index } from 'typeorm';
import { Big, Id, NullableBig, Text, Time } from '../../../platform/database/columns.js';

/** A large script with its program, as one stored content: the code, its source map, the script. */
@Entity('script_contents')
@Index('script_contents_sha256', ['project_id', 'sha256'], { unique: true })
@Index('script_contents_blob', ['blob_id'])
@Index('script_contents_used', ['used_at'])
export class ScriptContentEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** The hash of the whole content. */
  @Text() sha256!: string;
  @Text() blob_id!: string;
  @Big() size!: number;
  @Text() etag!: string;
  @Big() code_bytes!: number;
  /** Null where the program has no source map. */
  @NullableBig() map_bytes!: number | null;
  /** When a version was last about to name it. */
  @Time() used_at!: number;
}
