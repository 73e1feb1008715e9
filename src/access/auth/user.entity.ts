import { Entity } from 'typeorm';
import { Flag, Id, Text, Time } from '../../platform/database/columns.js';

@Entity('users')
export class UserEntity {
  @Id() id!: string;
  @Text() name!: string;
  /** Administrator of the installation: admin in every project, may make projects. */
  @Flag() is_admin!: boolean;
  @Time() created_at!: number;
}
