import { Entity } from 'typeorm';
import { Flag, Id, Text, Time } from '../../platform/database/columns.js';

@Entity('users')
export class UserEntity {
  @Id() id!: string;
  @Text() name!: string;
  /** True for an administrator of the installation, who is admin in every project and may create projects. */
  @Flag() is_admin!: boolean;
  @Time() created_at!: number;
}
