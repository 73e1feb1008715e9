import { Entity, PrimaryColumn } from 'typeorm';
import { Flag, Time } from './columns.js';

/** A migration that has run on this database, and whether it excludes servers that do not know it. */
@Entity('schema_marks')
export class SchemaMarkEntity {
  @PrimaryColumn({ type: 'text' }) name!: string;
  @Flag() breaking!: boolean;
  @Time() applied_at!: number;
}
