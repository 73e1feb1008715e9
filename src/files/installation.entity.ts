import { Entity } from 'typeorm';
import { Id, Text } from '../database/columns.js';

/** What the installation is known by: the one row of `name` "id". Its files have the same id. */
@Entity('installation')
export class InstallationEntity {
  @Id() name!: string;
  @Text() value!: string;
}
