import { Entity, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../../platform/database/columns.js';

/** The session of a server in which a task of it was begun. */
@Entity('mcp_sessions')
export class McpSessionEntity {
  @PrimaryColumn({ type: 'text' }) task_id!: string;
  @PrimaryColumn({ type: 'text' }) server_id!: string;
  /** The id of the task on that server. */
  @PrimaryColumn({ type: 'text' }) remote_id!: string;
  @Text() project_id!: string;
  @Text() session!: string;
  @Time() created_at!: number;
}
