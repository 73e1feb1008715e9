import { Entity, PrimaryColumn } from 'typeorm';
import { Text, Time } from '../../../platform/database/columns.js';

/** Session of a server in which one of its tasks began. */
@Entity('mcp_sessions')
export class McpSessionEntity {
  @PrimaryColumn({ type: 'text' }) task_id!: string;
  @PrimaryColumn({ type: 'text' }) server_id!: string;
  /** Id of the task on that server. */
  @PrimaryColumn({ type: 'text' }) remote_id!: string;
  @Text() project_id!: string;
  @Text() session!: string;
  @Time() created_at!: number;
}
