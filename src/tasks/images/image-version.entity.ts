import { Entity, Index } from 'typeorm';
import { Big, Flag, Id, Int, NullableTime, Text, Time } from '../../platform/database/columns.js';

/** An image at one digest, with the results of its probe. Only its times change. */
@Entity('image_versions')
@Index('image_versions_number', ['image_id', 'number'], { unique: true })
@Index('image_versions_digest', ['digest'])
export class ImageVersionEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** Id of the image, which may have been deleted. */
  @Text() image_id!: string;
  /** Name of the image, for messages after its deletion. */
  @Text() image_name!: string;
  @Int() number!: number;
  /**
   * Reference that any machine pulls: repository and digest. For an image that the operator has loaded, the id that the
   * engine runs.
   */
  @Text() reference!: string;
  @Text() digest!: string;
  /** True if the operator has loaded the image. */
  @Flag() is_local!: boolean;
  /** Size on the disk of the machine that pulled it, in bytes. */
  @Big() size!: number;
  /** Results of the probe, as a JSON object. */
  @Text() probe!: string;
  @Time() pulled_at!: number;
  /** Time of the last use by a run, to the hour; until the first use, the time of the pull. */
  @Time() used_at!: number;
  /** Time of the image's deletion. The version is kept until machines have removed it. */
  @NullableTime() removed_at!: number | null;
}
