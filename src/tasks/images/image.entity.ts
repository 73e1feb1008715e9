import { Entity, Index } from 'typeorm';
import {
  Id,
  Int,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../../platform/database/columns.js';

/** A container image that a project has named. While it is being pulled, its row is a job. */
@Entity('images')
@Index('images_name', ['project_id', 'name'], { unique: true })
@Index('images_due', ['next_at'], { where: `state = 'pulling'` })
export class ImageEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  /** As it was given. */
  @Text() reference!: string;
  /** Such as linux/amd64; null: that of the machine. */
  @NullableText() platform!: string | null;
  /** Name of the secret with `user:password` for its registry. */
  @NullableText() auth_secret!: string | null;
  /** pulling | ready | failed */
  @Text() state!: string;
  @NullableText() error_code!: string | null;
  @NullableText() error!: string | null;
  /** Id of the current version; null before the first one. A failed pull does not change it. */
  @NullableText() version_id!: string | null;
  /** Number of claims by servers, so that a server that has lost the row changes nothing. */
  @Int() attempts!: number;
  /** Number of claims since the last request. */
  @Int() claims!: number;
  /** Database clock: when it is to be pulled; while a server pulls it, when its lease passes. */
  @NullableTime() next_at!: number | null;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  /** Name of the user who asked for the pull. */
  @Text() updated_by!: string;
}
