import { Entity, Index } from 'typeorm';
import { Big, Flag, Id, Int, NullableTime, Text, Time } from '../../platform/database/columns.js';

/** An image at one digest, with what was found in it. Only its times change. */
@Entity('image_versions')
@Index('image_versions_number', ['image_id', 'number'], { unique: true })
@Index('image_versions_digest', ['digest'])
export class ImageVersionEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  /** Id of the image, which may have been deleted. */
  @Text() image_id!: string;
  /** For messages once the image is deleted. */
  @Text() image_name!: string;
  @Int() number!: number;
  /** By which any machine gets it: repository and digest; of one that the operator has loaded, what it runs by. */
  @Text() reference!: string;
  @Text() digest!: string;
  /** True of one that the operator has loaded. */
  @Flag() is_local!: boolean;
  /** Bytes on the disk of the machine that pulled it. */
  @Big() size!: number;
  /** JSON object: what was found in it. */
  @Text() probe!: string;
  @Time() pulled_at!: number;
  /** When a run last had it, to the hour; before the first one, when it was pulled. */
  @Time() used_at!: number;
  /** When its image was deleted. It stays known until no machine has it. */
  @NullableTime() removed_at!: number | null;
}
