import { Entity, Index } from 'typeorm';
import { Big, Id, Int, Text, Time } from '../../../platform/database/columns.js';

/** A task of an MCP server for which a step waits. */
@Entity('mcp_remote_tasks')
@Index('mcp_remote_tasks_due', ['next_at'])
@Index('mcp_remote_tasks_server', ['server_id'])
export class McpRemoteTaskEntity {
  @Id() step_id!: string;
  @Text() project_id!: string;
  @Text() task_id!: string;
  @Text() server_id!: string;
  /** Its id on that server. */
  @Text() remote_id!: string;
  @Big() poll_ms!: number;
  /** When it is asked for next; while a server asks, when its lease passes. */
  @Time() next_at!: number;
  @Int() attempts!: number;
  /** Times that it could not be asked for, one after the other. */
  @Int() failures!: number;
  @Time() created_at!: number;
}
