import { Entity } from 'typeorm';
import { Id, Text } from '../../../platform/database/columns.js';

/** The id of the installation, in the one row of `name` "id". Its files have the same id. */
@Entity('installation')
export class InstallationEntity {
  @Id() name!: string;
  @Text() value!: string;
}
