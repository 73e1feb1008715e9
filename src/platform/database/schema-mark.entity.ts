import { Entity, PrimaryColumn } from 'typeorm';
import { Flag, Time } from './columns.js';

/** A migration that has run here, and whether servers that do not know it must keep away. */
@Entity('schema_marks')
export class SchemaMarkEntity {
  @PrimaryColumn({ type: 'text' }) name!: string;
  @Flag() breaking!: boolean;
  @Time() applied_at!: number;
}
