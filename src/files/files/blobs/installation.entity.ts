import { Entity } from 'typeorm';
import { Id, Text } from '../../../platform/database/columns.js';

/** Id of the installation, in the row whose `name` is "id". The storage has the same id. */
@Entity('installation')
export class InstallationEntity {
  @Id() name!: string;
  @Text() value!: string;
}
