import { Entity, PrimaryColumn } from 'typeorm';
import { NullableText, Text, Time } from '../../../platform/database/columns.js';

/** Params of a meta-task under a name, with which tasks can be started. */
@Entity('task_type_examples')
export class ExampleEntity {
  @PrimaryColumn({ type: 'text' }) task_type_id!: string;
  @PrimaryColumn({ type: 'text' }) name!: string;
  @Text() project_id!: string;
  @NullableText() description!: string | null;
  /** JSON object as text. */
  @Text() params!: string;
  @Text() updated_by!: string;
  @Time() updated_at!: number;
}
