import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** A container image of a project. While the image is being pulled, the row is a job. */
@Entity('images')
@Index('images_name', ['project_id', 'name'], { unique: true })
@Index('images_due', ['next_at'], { where: `state = 'pulling'` })
export class ImageEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  /** Reference as the client wrote it. */
  @Text() reference!: string;
  /** Platform such as linux/amd64; null for the platform of the machine. */
  @NullableText() platform!: string | null;
  /** Name of the secret with `user:password` for the registry. */
  @NullableText() auth_secret!: string | null;
  /** pulling | ready | failed */
  @Text() state!: string;
  @NullableText() error_code!: string | null;
  @NullableText() error!: string | null;
  /** Id of the current version; null before the first pull has succeeded. A failed pull does not change it. */
  @NullableText() version_id!: string | null;
  /** Number of claims; a server that has lost the row changes nothing. */
  @Int() attempts!: number;
  /** Number of claims since the pull was last requested. */
  @Int() claims!: number;
  /** Time at which the pull is due, or at which the lease of the server that pulls expires (database clock). */
  @NullableTime() next_at!: number | null;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  /** Name of the user who requested the pull. */
  @Text() updated_by!: string;
}
