import { Entity, Index } from 'typeorm';
import { Id, NullableText, Text, Time } from '../../../platform/database/columns.js';

/** A model provider of a project. */
@Entity('model_providers')
@Index('model_providers_name', ['project_id', 'name'], { unique: true })
export class ModelProviderEntity {
  @Id() id!: string;
  @Text() project_id!: string;
  @Text() name!: string;
  /** openai | openai_chat | openai_compatible | anthropic | google */
  @Text() kind!: string;
  @Text() base_url!: string;
  /** Name of a secret of the project. */
  @NullableText() secret_name!: string | null;
  /** JSON object of names and values. */
  @Text() headers!: string;
  /** JSON array of models. */
  @Text() models!: string;
  /** JSON object of all other fields. */
  @Text() limits!: string;
  @Time() created_at!: number;
  @Time() updated_at!: number;
  /** Name of the user who changed it last. */
  @Text() updated_by!: string;
}
